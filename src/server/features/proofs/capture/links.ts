import { type CaptureLink, captureLinkDays, mostCaptureLinks, type NewCaptureLink } from '#contract/proofs/capture.ts'
import { hasOpened } from '#contract/tasks/rules.ts'
import * as uploads from '#server/features/files/service.ts'
import * as tasks from '#server/features/tasks/service.ts'
import { after, days } from '#server/platform/clock.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret, newSecret } from '#server/platform/sessions/cookie.ts'
import { lockSession } from '#server/platform/sessions/sessions.ts'
import { hasLive } from '../store.ts'
import * as store from './store.ts'

type Row = NonNullable<Awaited<ReturnType<typeof store.findOfCompany>>>

function companyOf({ companyId }: Viewer): string {
  if (!companyId) throw new Problem('no-company')
  return companyId
}

const toReply = ({ createdAt, expiresAt, revokedAt, ...link }: Row): CaptureLink => ({
  ...link,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
})

/** Creates a link and returns its secret, which is not readable later: only its hash is stored. */
export async function create(platform: Platform, viewer: Viewer, taskId: string): Promise<NewCaptureLink> {
  const { db, clock, config } = platform
  const now = clock.now()
  const companyId = companyOf(viewer)
  const token = newSecret()
  const link = await db.transaction(async (tx) => {
    await lockSession(tx, viewer.sid)
    const task = await tasks.lockOffered(tx, taskId, { evenArchived: false })
    if (!hasOpened(task, now)) throw new Problem('task-gone')
    if (task.closesAt && task.closesAt <= now) throw new Problem('task-closed')
    if (await hasLive(tx, companyId, taskId)) throw new Problem('proof-exists')
    if ((await store.countWorking(tx, companyId, taskId, now)) >= mostCaptureLinks)
      throw new Problem('too-many-capture-links')
    const created = await store.insertLink(tx, {
      companyId,
      taskId,
      tokenHash: hashSecret(token),
      createdAt: now,
      expiresAt: after(now, days(captureLinkDays)),
    })
    await publish(tx, { user: viewer.userId }, 'uploads')
    return created
  })
  const { id, createdAt, expiresAt, revokedAt } = link
  return {
    ...toReply({ id, taskId, createdAt, expiresAt, revokedAt, guests: 0 }),
    url: `${config.publicUrl}/?team=${token}`,
  }
}

export async function list({ db, clock }: Platform, viewer: Viewer, taskId: string): Promise<CaptureLink[]> {
  return (await store.listWorking(db, companyOf(viewer), taskId, clock.now())).map(toReply)
}

/**
 * Revokes a link at once and is idempotent. Cancels unused grants and cuts running uploads in every process; files that
 * arrived stay in the draft.
 */
export async function revoke(platform: Platform, viewer: Viewer, id: string): Promise<CaptureLink> {
  const { db, clock } = platform
  const companyId = companyOf(viewer)
  const { link, discarded } = await db.transaction(async (tx) => {
    const isRevoked = await store.revoke(tx, companyId, id, clock.now())
    const discarded = isRevoked ? await uploads.forgetUnused(tx, await store.listGranted(tx, id)) : []
    await uploads.endReceiving(tx, discarded)
    if (isRevoked) await publish(tx, { user: viewer.userId }, 'uploads', 'capture')
    return { link: await store.findOfCompany(tx, companyId, id), discarded }
  })
  if (!link) throw new Problem('not-found')
  await uploads.removeForgotten(platform, discarded)
  return toReply(link)
}
