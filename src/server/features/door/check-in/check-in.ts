import { readCode } from '#contract/door/codes.ts'
import type { DoorAttendee, DoorCounts, Revocation, ScanResult } from '#contract/door/endpoints.ts'
import type { Topic } from '#contract/live.ts'
import * as events from '#server/features/events/service.ts'
import * as registrations from '#server/features/registrations/service.ts'
import { after, days } from '#server/platform/clock.ts'
import { allInOrder } from '#server/platform/database/batching/all-in-order.ts'
import { batchConcurrentCalls } from '#server/platform/database/batching/batch-concurrent-calls.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { brokenUniqueness } from '#server/platform/database/errors.ts'
import { publishDebounced } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { DoorAccess } from '../door-access.ts'
import * as store from '../store.ts'
import { closureAt } from './check-in-window.ts'

type Given = {
  payload?: string
  code?: string
  registrationId?: string
  nonce?: string
  gate?: string
  scannedAt?: Date
}

/** The result of a scan, without the attendee's data. */
type Verdict = { result: ScanResult; registrationId?: string }

/** The longest time that a device may have been offline. */
const oldestScan = days(7)

type Enter = (entry: CodeEntry) => Promise<Entered | undefined>

export function createCheckIn(platform: Platform) {
  const enter = batchConcurrentCalls((entries: CodeEntry[]) => enterMany(platform, entries))
  return (access: DoorAccess, given: Given) => checkIn(platform, enter, access, given)
}

/** Idempotent by nonce: a scan has one effect, and a repeated request gets the same answer. */
async function checkIn(platform: Platform, enter: Enter, access: DoorAccess, given: Given) {
  const { db, clock } = platform
  const { event, by } = access
  const now = clock.now()
  const { nonce, gate = '', scannedAt } = given
  const named = await whomItNames(platform, access, given)
  const scan = { eventId: event.id, gate, scannedBy: by, nonce, at: moment(scannedAt, now), receivedAt: now }

  // A scan counts by the moment it was made, whenever it arrives.
  const closure = closureAt(event, scan.at)
  const isOpen = closure === undefined
  const entered = isOpen ? await enterByCode(enter, named, scan) : undefined
  if (entered) return { result: 'ok' as const, checkedInAt: scan.at, ...entered }
  const earlier = nonce === undefined ? undefined : await store.findByNonce(db, event.id, nonce)
  if (earlier) return answer(platform, access, earlier)
  const written = await db
    .transaction(async (tx) => {
      const mayEnter =
        isOpen || (!closure.cancelledAt && (await store.lockOpening(tx, event.id, scan.at)) !== undefined)
      const verdict = await (mayEnter ? judge : refuseAsClosed)(tx, access, named, scan.at)
      // Somebody else checked this person in while the device was offline: two people may have used the same code.
      const conflict = verdict.result === 'already' && scannedAt !== undefined
      const line = await store.insertScan(tx, { ...scan, ...verdict, conflict })
      if (!line) throw new SentAgain()
      await publishScan(tx, event.id, line.result)
      return line
    })
    .catch((error: unknown) => {
      if (!(error instanceof SentAgain) || nonce === undefined) throw error
      return store.findByNonce(db, event.id, nonce)
    })
  if (!written) throw new Error('a scan that was sent before is not there')
  return answer(platform, access, written)
}

type CodeEntry = store.Entry & { issue: number }
type Entered = { attendee: DoorAttendee; counts: DoorCounts }

/** Fast path for valid codes, in batches. Every other scan is judged one by one. */
async function enterByCode(enter: Enter, named: Named | string, scan: Omit<store.Entry, 'registrationId'>) {
  if (typeof named === 'string' || named.issue === undefined || !('registrationId' in named.by)) return undefined
  return enter({ ...scan, registrationId: named.by.registrationId, issue: named.issue }).catch((error: unknown) => {
    if (brokenUniqueness(error) === 'door_scans_nonce') return undefined
    throw error
  })
}

/** Returns undefined for each scan without effect. */
async function enterMany({ db }: Platform, entries: CodeEntry[]): Promise<(Entered | undefined)[]> {
  return db.transaction(async (tx) => {
    const checkedIn = await registrations.checkInMany(tx, entries)
    const effective = entries.filter((_, nth) => checkedIn.some((one) => one.nth === nth))
    if (effective.length === 0) return entries.map(() => undefined)
    const eventIds = [...new Set(effective.map((entry) => entry.eventId))]
    // Pipelined in this order, so that the counts include the inserted log rows.
    const [, ...counted] = await allInOrder([
      store.insertEntries(tx, effective),
      ...eventIds.map((eventId) => store.countsOf(tx, eventId)),
    ])
    const counts = new Map(eventIds.map((eventId, nth) => [eventId, counted[nth]]))
    for (const eventId of eventIds) await publishScan(tx, eventId, 'ok')
    return entries.map(({ eventId }, nth) => {
      const found = checkedIn.find((one) => one.nth === nth)
      const counted = counts.get(eventId)
      if (!found || !counted) return undefined
      const { id, firstName, lastName, companyName } = found
      return { attendee: { id, firstName, lastName, companyName }, counts: counted }
    })
  })
}

async function publishScan(tx: Tx, eventId: string, result: ScanResult) {
  const topics: Topic[] = [`events/${eventId}/door`]
  if (result === 'ok') topics.push(`events/${eventId}/registrations`)
  await publishDebounced(tx, 'administrators', ...topics)
}

/** The same scan arrived twice at once and the other was first: this transaction is rolled back. */
class SentAgain extends Error {}

function moment(scannedAt: Date | undefined, now: Date): Date {
  const earliest = after(now, -oldestScan)
  if (!scannedAt || scannedAt > now) return now
  return scannedAt < earliest ? earliest : scannedAt
}

type NotNamed = 'invalid' | 'wrong-event'
type Named = { by: { registrationId: string } | { code: string }; issue?: number }

/** Checks only the signature: returns the registration that a code names, or why the code is none of this event. */
async function whomItNames(
  { db }: Platform,
  { event }: DoorAccess,
  { payload, code, registrationId }: Given,
): Promise<Named | NotNamed> {
  if (registrationId !== undefined) return isId(registrationId) ? { by: { registrationId } } : 'invalid'
  if (code !== undefined) return { by: { code } }
  const genuine = registrations.verifyCode(event, payload ?? '')
  if (genuine) return { by: { registrationId: genuine.registrationId }, issue: genuine.issue }
  const foreign = readCode(payload ?? '')
  const other = foreign && (await events.findByKey(db, foreign.eventId))
  return other && registrations.verifyCode(other, payload ?? '') ? 'wrong-event' : 'invalid'
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Refuses every code outside the hours without revealing its state. Only the log records the registration. */
async function refuseAsClosed(tx: Tx, { event }: DoorAccess, named: Named | NotNamed): Promise<Verdict> {
  const found = typeof named === 'string' ? undefined : await registrations.findForDoor(tx, event.id, named.by)
  return { result: 'closed', registrationId: found?.id }
}

async function judge(tx: Tx, { event }: DoorAccess, named: Named | NotNamed, at: Date): Promise<Verdict> {
  if (typeof named === 'string') return { result: named }
  const { by, issue } = named
  const found = await registrations.findForDoor(tx, event.id, by)
  // A genuine code of a deleted registration is revoked; an unknown short code is invalid.
  if (!found) return { result: issue === undefined ? 'invalid' : 'revoked' }
  const { id: registrationId } = found
  const refusal = refusalOf(found, issue)
  if (refusal) return { result: refusal, registrationId }
  const entered = await registrations.checkIn(tx, registrationId, at)
  // Judge the row again after the update: a decision since the first read counts.
  const settled = entered ?? (await registrations.findForDoor(tx, event.id, { registrationId }))
  const late = settled && refusalOf(settled, issue)
  if (!late) return { result: entered ? 'ok' : 'already', registrationId }
  if (entered) await registrations.undoCheckIn(tx, registrationId)
  return { result: late, registrationId }
}

function refusalOf(
  { status, issue }: registrations.Row,
  scannedIssue: number | undefined,
): 'pending' | 'rejected' | 'revoked' | undefined {
  if (status === 'pending' || status === 'rejected') return status
  return status === 'cancelled' || (scannedIssue !== undefined && scannedIssue !== issue) ? 'revoked' : undefined
}

/** Answers from the log, so that a repeated scan gets its first answer again. */
async function answer({ db }: Platform, { event }: DoorAccess, scan: store.Scan) {
  const counts = await store.countsOf(db, event.id)
  const { result, registrationId } = scan
  if (result === 'closed') return { result, ...closureAt(event, scan.at), counts }
  if (registrationId === null) return { result, counts }
  if (result !== 'ok' && result !== 'already') {
    const found = await registrations.findForDoor(db, event.id, { registrationId })
    return { result, attendee: found, revocation: result === 'revoked' ? revocationOf(found) : undefined, counts }
  }
  const [attendee, entry] = await Promise.all([
    store.findAttendee(db, registrationId),
    result === 'ok' ? scan : store.lastEntry(db, registrationId, scan.id),
  ])
  return { result, attendee, checkedInAt: entry?.at, gate: result === 'already' ? entry?.gate : undefined, counts }
}

const revocationOf = (row: registrations.Row | undefined): Revocation | undefined =>
  row && (row.status === 'cancelled' ? 'cancelled' : 'replaced')
