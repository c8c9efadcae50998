import type { z } from 'zod'
import type { Code } from '#contract/door/codes.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { exportRegistrations, listRegistrations, Registration } from '#contract/registrations/endpoints.ts'
import { formFields } from '#contract/registrations/form-fields.ts'
import * as events from '#server/features/events/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { pageOf, parseListQuery } from '#server/platform/http/paging.ts'
import { type Column, csvFile } from '#server/platform/http/replies/csv.ts'
import { retryFailed } from '#server/platform/mail/outbox.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { publishChanges } from './changes.ts'
import * as codes from './codes.ts'
import { isOfferOpen, isRowUnconfirmed } from './conditions-store.ts'
import * as countsStore from './counts-store.ts'
import * as eraseStore from './erase-store.ts'
import { findMorningOffer } from './morning-offer.ts'
import * as store from './store.ts'
import { countOffered } from './waiting-list/waiting-list-store.ts'

export { publishChanges } from './changes.ts'
export { isPendingOrApproved } from './conditions-store.ts'
export { registrationIdOf } from './link-token.ts'
export {
  calendarAttachment,
  eventCancelledMail,
  headlineOf,
  type MailContext,
  mailTemplates,
  ownLink,
  valuesOf,
  whenAndWhere,
} from './mails/mail.ts'
export { qrImage } from './mails/qr.ts'
export { lock, saveCancellationMails, saveLastMails, setMailsOff } from './store.ts'

/** Deletes queued mails of later slices that a change makes wrong; `slices.ts` passes it to the routes. */
export type WithdrawMails = (tx: Tx, registrationId: string, change: 'code' | 'cancelled') => Promise<void>

export type Row = store.Row
type Listed = z.input<typeof Registration>

export async function list(platform: Platform, eventId: string, filters: QueryOf<typeof listRegistrations>) {
  const { db } = platform
  const event = await events.findById(db, eventId)
  const listQuery = { ...filters, ...parseListQuery(filters) }
  return pageOf(listQuery, await store.rows(db, eventId, listQuery), (rows) => withPlaces(platform, event, rows))
}

export async function count({ db, clock }: Platform, eventId: string) {
  const { capacity } = await events.findById(db, eventId)
  const now = clock.now()
  const counted = await countsStore.counts(db, eventId, capacity, now)
  return { ...counted, offered: await countOffered(db, eventId, now) }
}

export async function doorList({ db }: Platform, eventId: string) {
  await events.findById(db, eventId)
  return store.approved(db, eventId)
}

export async function exportList(
  platform: Platform,
  actor: Actor,
  eventId: string,
  filters: QueryOf<typeof exportRegistrations>,
) {
  const { db, clock, log, config } = platform
  const event = await events.findById(db, eventId)
  const found = await store.rows(db, eventId, { ...filters, ...parseListQuery({ ...filters, limit: 100_000 }) })
  const rows = await withPlaces(platform, event, found.rows)
  log.info({ event: 'export', what: 'attendees', user: actor.userId }, 'export')
  await db.transaction((tx) =>
    logAudit(tx, actor, clock.now(), {
      action: 'exported',
      subject: `the attendees of ${event.title}`,
      subjectId: eventId,
    }),
  )
  return csvFile(`attendees-${event.shortCode}.csv`, config.timeZone, exportColumns, rows)
}

const exportColumns: Column<Listed>[] = [
  ...formFields.map(
    ({ name, heading, ...field }): Column<Listed> =>
      'type' in field && field.type === 'tel'
        ? { heading, phone: (row) => row[name] ?? '' }
        : { heading, value: (row) => row[name] },
  ),
  { heading: 'Registered', time: (row) => toDate(row.registeredAt) },
  { heading: 'Status', value: (row) => row.status },
  { heading: 'Waiting List', value: (row) => (row.waiting ? 'yes' : '') },
  { heading: 'Offered Until', time: (row) => toDate(row.offer?.expiresAt ?? null) },
  { heading: 'Code', value: (row) => row.code },
  { heading: 'Decided', time: (row) => toDate(row.decidedAt) },
  { heading: 'Decided By', value: (row) => row.decidedBy },
  { heading: 'Reason', value: (row) => row.reason },
  { heading: 'Checked In', time: (row) => toDate(row.checkedInAt) },
  { heading: 'Last Email', value: (row) => row.mail?.state ?? '' },
]

/** Retries every failed last mail of the event for another day. */
export async function retryMails({ db, clock }: Platform, actor: Actor, eventId: string): Promise<{ retried: number }> {
  const event = await events.findById(db, eventId)
  const now = clock.now()
  return db.transaction(async (tx) => {
    const retried = await retryFailed(tx, await store.failedMails(tx, eventId), now)
    if (retried > 0) {
      await logAudit(tx, actor, now, {
        action: 'sent failed emails again to attendees of',
        subject: event.title,
        subjectId: eventId,
        after: { mails: retried },
      })
      await publishChanges(tx, eventId)
    }
    return { retried }
  })
}

export async function readOne(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  eventId: string,
  id: string,
): Promise<Listed> {
  const { db } = platform
  const event = await events.findById(db, eventId)
  const found = await store.findWithNames(db, eventId, id)
  const [listed] = found ? await withPlaces(platform, event, [found]) : []
  if (!listed) throw new Problem('registration-gone')
  return listed
}

/** Deletes an attendee's registrations of every event and offers their places again. */
export async function eraseRegistrationsOf(tx: Tx, email: string, now: Date): Promise<string[]> {
  const gone = await eraseStore.deleteRegistrationsOf(tx, email)
  for (const event of await eraseStore.listPlaces(tx, [...new Set(gone.map(({ eventId }) => eventId))])) {
    await events.offerPlacesSoon(tx, event, now)
    await publishChanges(tx, event.id)
  }
  return gone.map(({ id }) => id)
}

// The functions below serve the door.

/** Undefined for a code that is forged, altered or of another event. */
export const verifyCode = (event: events.Event, payload: string): Code | undefined => codes.verify(event, payload)

/** Finds a registration of this event only. */
export async function findForDoor(
  db: Db,
  eventId: string,
  by: { registrationId: string } | { code: string },
): Promise<Row | undefined> {
  if ('code' in by) return store.findByCode(db, eventId, codes.asSpoken(by.code))
  return store.find(db, eventId, by.registrationId)
}

/** Checks in one attendee; undefined when the attendee is already inside or not approved. */
export const checkIn = (tx: Tx, registrationId: string, at: Date): Promise<Row | undefined> =>
  store.checkIn(tx, registrationId, at)

/** Checks in many by their codes; leaves out attendees who may not enter or are already inside. */
export const checkInMany = (tx: Tx, scans: store.CodeCheckIn[]): Promise<store.CheckedIn[]> =>
  store.checkInMany(tx, scans)

export const undoCheckIn = (tx: Tx, registrationId: string): Promise<Row | undefined> =>
  store.undoCheckIn(tx, registrationId)

/** Attendees who may enter, and attendees whose code was revoked: an offline device must know both. */
export const approvedFor = (db: Db, eventId: string): Promise<Row[]> => store.everIssued(db, eventId)

export const searchApproved = (db: Db, eventId: string, q: string, limit: number): Promise<Row[]> =>
  store.searchApproved(db, eventId, q, limit)

const toDate = (at: Date | string | null) => (at === null ? null : new Date(at))

async function withPlaces(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  event: events.Event,
  found: store.RegistrationWithNames[],
): Promise<Listed[]> {
  const now = clock.now()
  const waiting = await countsStore.waitingAmong(
    db,
    event,
    found.map(({ row }) => row),
    now,
  )
  return found.map(({ row, decidedBy, template, mailState }) => ({
    ...row,
    decidedBy,
    waiting: waiting.has(row.id),
    offer: offerOf(row, now),
    offerComesAt: waiting.has(row.id) ? undefined : findMorningOffer(event, row, now, config.timeZone),
    confirmBy: isRowUnconfirmed(row) ? row.confirmBy : null,
    qrCode: row.qrCodePayload && `/api/events/${row.eventId}/registrations/${row.id}/qr.png`,
    mail: template && mailState && row.mailedAt ? { template, state: mailState, at: row.mailedAt } : null,
  }))
}

function offerOf(row: Row, now: Date): Listed['offer'] {
  const { offeredAt, offerExpiresAt: expiresAt } = row
  return offeredAt && expiresAt ? { offeredAt, expiresAt, open: isOfferOpen(row, now) } : null
}
