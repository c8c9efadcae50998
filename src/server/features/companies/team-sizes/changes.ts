import { isLargeTeamSizeChange } from '#contract/companies/rules.ts'
import type { TeamSizeChange } from '#contract/companies/team-size-changes.ts'
import * as auth from '#server/features/auth/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import { after, days } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { publish } from '#server/platform/live/publish.ts'
import { post, postMany, prepareMail } from '#server/platform/mail/outbox.ts'
import { endOfQuietHours } from '#server/platform/mail/quiet-hours.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import * as companyStore from '../store.ts'
import { scheduleCounting } from './counting.ts'
import { decisionMail, waitingMail } from './mail.ts'
import * as store from './store.ts'

type SizeRequest = { viewer: Viewer; company: companyStore.Company; requestedSize: number; now: Date }

/** Returns the size that counts now. The caller holds the lock of the company (docs/decisions/0075). */
export async function changeTeamSize(
  tx: Tx,
  { config }: Platform,
  { viewer, company, requestedSize, now }: SizeRequest,
): Promise<number> {
  const [open] = await store.listOpen(tx, company.id)
  const isFree = viewer.isAdmin || !dependsOnSize(company)
  if (open?.size === requestedSize && !isFree) return company.teamSize
  if (open) await store.update(tx, open.id, { status: 'withdrawn' })
  if (open) await announce(tx, company)
  if (isFree || requestedSize === company.teamSize) return requestedSize

  const waits =
    isLargeTeamSizeChange(company.teamSize, requestedSize) || (await store.hasRecentSize(tx, company.id, now))
  const request = { companyId: company.id, size: requestedSize, askedAt: now, askedBy: viewer.userId }
  if (waits) {
    // Mail at most once a day, so that repeated changes do not fill the organisers' inboxes.
    if (!(await store.hasRequestSince(tx, company.id, after(now, -days(1)))))
      await mailOrganisers(tx, config, { company, requestedSize, now })
    await store.insert(tx, { ...request, status: 'waiting' })
  } else {
    const countsFrom = await store.findNextDay(tx, now, config.timeZone)
    await store.insert(tx, { ...request, status: 'approved', countsFrom })
    await scheduleCounting(tx, countsFrom, now)
  }
  await announce(tx, company)
  return company.teamSize
}

/** True after a proof was handed in, even if rejected or withdrawn since, or after an organiser gave points. */
const dependsOnSize = ({ teamSizeFixedAt, totalPoints, perPersonMillionths }: companyStore.Company) =>
  teamSizeFixedAt !== null || totalPoints !== 0 || perPersonMillionths !== 0

async function mailOrganisers(
  tx: Tx,
  config: Platform['config'],
  { company, requestedSize, now }: Omit<SizeRequest, 'viewer'>,
) {
  const organisers = await auth.listActiveAdministrators(tx)
  const mails = organisers.map((organiser) =>
    prepareMail(waitingMail(organiser, company, requestedSize, config.publicUrl)),
  )
  await postMany(tx, mails, endOfQuietHours(now, config.timeZone) ?? now)
}

export const listOpen = ({ db }: Platform, companyId: string) => store.listOpen(db, companyId)

export const listWaiting = ({ db }: Platform) => store.listWaiting(db)

/** Idempotent: the same decision again changes nothing. Another one is refused, with the name of the first decider. */
export async function decide(
  { db, clock, config }: Platform,
  actor: Actor,
  id: string,
  status: 'approved' | 'rejected',
): Promise<TeamSizeChange | store.Change> {
  return db.transaction(async (tx) => {
    const request = await store.find(tx, id)
    // Lock, then read again: the second of two concurrent organisers must find the first decision.
    const company = request && (await companyStore.lock(tx, request.companyId))
    const change = company && (await store.find(tx, id))
    if (!change) throw new Problem('not-found')
    if (isDecided(change, status)) return change
    if (change.status !== 'waiting') throw new Problem('team-size-change-decided', { sentence: sentenceOf(change) })

    const now = clock.now()
    const countsFrom = status === 'approved' ? await store.findNextDay(tx, now, config.timeZone) : null
    await store.update(tx, id, { status, countsFrom, decidedAt: now, decidedBy: actor.userId })
    if (countsFrom) await scheduleCounting(tx, countsFrom, now)
    await logAudit(tx, actor, now, {
      action: `${status} the team size of`,
      ...{ subject: company.name, subjectId: company.id },
      ...{ before: { teamSize: company.teamSize }, after: { teamSize: change.size } },
    })
    await post(tx, decisionMail(company, { size: change.size, countsFrom }, config), now)
    await announce(tx, company)
    return { ...change, status, countsFrom }
  })
}

const isDecided = ({ status, decidedAt }: store.Change, decision: 'approved' | 'rejected') =>
  decidedAt !== null && (status === decision || (status === 'counted' && decision === 'approved'))

const sentenceOf = ({ status, decidedBy }: store.Change) =>
  status === 'withdrawn' || !decidedBy
    ? 'The company has changed this again, so there is nothing to decide any more.'
    : `${decidedBy} has ${status === 'rejected' ? 'rejected' : 'approved'} this change of team size already.`

async function announce(tx: Tx, { id, userId }: companyStore.Company) {
  await publish(tx, 'administrators', 'companies')
  if (userId) await publish(tx, { user: userId }, `companies/${id}`)
}
