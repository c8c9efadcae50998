import { type listDoorScans, undoMinutes } from '#contract/door/endpoints.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import * as events from '#server/features/events/service.ts'
import * as registrations from '#server/features/registrations/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { pageOf, parsePageQuery } from '#server/platform/http/paging.ts'
import { countAttempt } from '#server/platform/limits/limits.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import { timesOf } from './check-in/check-in-window.ts'
import type { DoorAccess } from './door-access.ts'
import * as store from './store.ts'

export { eraseScanner } from './erase-store.ts'

export async function read({ db, clock }: Platform, { event, pass }: DoorAccess) {
  const now = clock.now()
  const { id, shortCode, title, eventDate, place, brandingColor, publicKey } = event
  return {
    event: { id, shortCode, title, eventDate, place, brandingColor },
    pass: pass ? { label: pass.label, expiresAt: pass.expiresAt } : null,
    publicKey,
    checkIn: await timesOf(db, event, now),
    counts: await store.countsOf(db, id),
    now,
  }
}

/** Revokes the volunteers' links of a disabled administrator. */
export async function revokePassesOf(tx: Tx, userId: string, now: Date): Promise<number> {
  const revoked = await store.revokePassesOf(tx, userId, now)
  for (const eventId of new Set(revoked.map((pass) => pass.eventId))) {
    await publish(tx, 'administrators', `events/${eventId}/door`)
  }
  return revoked.length
}

/** Undoes also a check-in by somebody else: the person at the door sees the mistake. */
export async function undoCheckIn({ db, clock }: Platform, { event, viewer }: DoorAccess, registrationId: string) {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const found = await registrations.findForDoor(tx, event.id, { registrationId })
    if (!found) throw new Problem('registration-gone')
    if (!found.checkedInAt) throw new Problem('not-inside')
    if (after(found.checkedInAt, minutes(undoMinutes)) < now) throw new Problem('check-in-final')
    if (!(await registrations.undoCheckIn(tx, registrationId))) throw new Problem('not-inside')
    await store.markUndone(tx, registrationId, now)
    if (viewer) {
      await logAudit(tx, viewer, now, {
        action: 'undid the check-in of',
        // Log the code, not the name: the log outlives the attendees' data.
        subject: `${event.title}: ${found.code}`,
        subjectId: registrationId,
        before: { checkedInAt: found.checkedInAt.toISOString() },
      })
    }
    await publish(tx, 'administrators', `events/${event.id}/door`, `events/${event.id}/registrations`)
  })
  return { counts: await store.countsOf(db, event.id) }
}

const searchLimit = { name: 'door-search', most: 120, within: minutes(5) }
const mostFound = 8

/** Rate-limited, with few results: a link must not export the list of attendees. */
export async function search({ db, clock }: Platform, { event, pass, viewer }: DoorAccess, q: string) {
  const whom = pass?.id ?? viewer?.userId ?? ''
  await db.transaction((tx) => countAttempt(tx, searchLimit, whom, clock.now()))
  return registrations.searchApproved(db, event.id, q, mostFound)
}

export async function scans({ db }: Platform, eventId: string, query: QueryOf<typeof listDoorScans>) {
  if (!(await events.findByKey(db, eventId))) throw new Problem('event-gone')
  const pageQuery = parsePageQuery(query)
  return pageOf(pageQuery, await store.scansOf(db, eventId, { ...pageQuery, only: query.only }), (rows) =>
    rows.map(({ scan, attendee }) => ({ ...scan, by: scan.scannedBy, undone: scan.undoneAt !== null, attendee })),
  )
}
