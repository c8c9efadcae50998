import type { DoorPass } from '#contract/door/endpoints.ts'
import * as events from '#server/features/events/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import { after, hours } from '#server/platform/clock.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { hashSecret, newSecret } from '#server/platform/sessions/cookie.ts'
import { lockSession } from '#server/platform/sessions/sessions.ts'
import * as store from './store.ts'

type PassWithCreator = NonNullable<Awaited<ReturnType<typeof store.findPassWithCreator>>>

export async function list({ db }: Platform, eventId: string): Promise<PassWithCreator[]> {
  if (!(await events.findByKey(db, eventId))) throw new Problem('event-gone')
  return store.passesOf(db, eventId)
}

/** Returns the secret once; afterwards only its hash exists. */
export async function create(
  { db, clock, config }: Platform,
  actor: Actor,
  eventId: string,
  wish: { label: string; hours: number },
): Promise<PassWithCreator & { url: string }> {
  const now = clock.now()
  const secret = newSecret()
  return db.transaction(async (tx) => {
    await lockSession(tx, actor.sid)
    const event = await events.findByKey(tx, eventId)
    if (!event) throw new Problem('event-gone')
    const { label } = wish
    const pass = await store.insertPass(tx, {
      eventId,
      label,
      secretHash: hashSecret(secret),
      createdBy: actor.userId,
      createdAt: now,
      expiresAt: after(now, hours(wish.hours)),
    })
    await logAudit(tx, actor, now, {
      action: 'made a door link for',
      subject: event.title,
      subjectId: eventId,
      after: { label, expiresAt: pass.expiresAt.toISOString() },
    })
    await publish(tx, 'administrators', `events/${eventId}/door`)
    return { ...pass, createdBy: actor.email, url: `${config.publicUrl}/e/${event.shortCode}?scan=${secret}` }
  })
}

/** Idempotent: revoking a revoked link changes nothing. */
export async function revoke(
  { db, clock }: Platform,
  actor: Actor,
  eventId: string,
  id: string,
): Promise<PassWithCreator> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const event = await events.findByKey(tx, eventId)
    if (!event) throw new Problem('event-gone')
    const revoked = await store.revokePass(tx, eventId, id, now)
    if (revoked) {
      await logAudit(tx, actor, now, {
        action: 'revoked a door link of',
        subject: event.title,
        subjectId: eventId,
        before: { label: revoked.label } satisfies Partial<DoorPass>,
      })
      await publish(tx, 'administrators', `events/${eventId}/door`)
    }
    const pass = await store.findPassWithCreator(tx, eventId, id)
    if (!pass) throw new Problem('not-found')
    return pass
  })
}
