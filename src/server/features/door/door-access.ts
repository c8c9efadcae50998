import * as events from '#server/features/events/service.ts'
import { after, minutes } from '#server/platform/clock.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret } from '#server/platform/sessions/cookie.ts'
import * as store from './store.ts'

type DoorEvent = NonNullable<Awaited<ReturnType<typeof events.findByKey>>>

/** The right to check people in at an event: of an administrator, or of a volunteers' link of exactly this event. */
export type DoorAccess = { event: DoorEvent; by: string; viewer?: Viewer; pass?: store.Pass }

type Asking = { viewer?: Viewer; secret?: string }

/** A link takes precedence over an administrator's session, so that a revoked link visibly fails. */
export async function authorizeDoor(platform: Platform, key: string, { viewer, secret }: Asking): Promise<DoorAccess> {
  const event = await events.findRecent(platform, key)
  if (secret !== undefined) {
    const pass = await livePass(platform, secret)
    // An unknown event gets the same answer, so that strangers cannot probe for events.
    if (!pass || pass.eventId !== event?.id) throw new Problem('door-closed')
    return { event, by: pass.label, pass }
  }
  if (!viewer?.isAdmin) throw new Problem('forbidden')
  if (!event) throw new Problem('event-gone')
  return { event, by: viewer.email, viewer }
}

async function livePass({ db, clock }: Platform, secret: string): Promise<store.Pass | undefined> {
  const now = clock.now()
  const pass = await store.findPass(db, hashSecret(secret))
  if (!pass || pass.revokedAt || pass.expiresAt <= now) return undefined
  const notSince = after(now, -minutes(1))
  if (!pass.lastUsedAt || pass.lastUsedAt < notSince) {
    await db.transaction((tx) => store.notePassUsed(tx, pass.id, now, notSince))
  }
  return pass
}
