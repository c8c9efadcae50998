import * as events from '#server/features/events/service.ts'
import { after, minutes } from '#server/platform/clock.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret } from '#server/platform/sessions/cookie.ts'
import * as store from './store.ts'

type DoorEvent = NonNullable<Awaited<ReturnType<typeof events.findByKey>>>

/** Who may check people in at an event: an administrator, or whoever holds a volunteers' link of exactly this event. */
export type DoorAccess = { event: DoorEvent; by: string; viewer?: Viewer; pass?: store.Pass }

type Asking = { viewer?: Viewer; secret?: string }

/** Whoever shows a link acts by it, also an administrator: a revoked link must be seen to be dead. */
export async function authorizeDoor(platform: Platform, key: string, { viewer, secret }: Asking): Promise<DoorAccess> {
  const event = await events.findRecent(platform, key)
  if (secret !== undefined) {
    const pass = await livePass(platform, secret)
    // The same answer for an unknown event: a stranger learns nothing about which there are.
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
