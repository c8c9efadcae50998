import { readCode } from '#contract/door/codes.ts'
import type { DoorAttendee, ScanResult } from '#contract/door/endpoints.ts'
import type { Topic } from '#contract/live.ts'
import * as events from '#server/features/events/service.ts'
import * as registrations from '#server/features/registrations/service.ts'
import { after, days } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { brokenUniqueness } from '#server/platform/database/errors.ts'
import { notifySoon } from '#server/platform/live/soon.ts'
import type { Platform } from '#server/platform/platform.ts'
import { closureAt } from './check-in-window.ts'
import { countsOf } from './counts.ts'
import type { Keeper } from './keeper.ts'
import * as store from './store.ts'

type Given = {
  payload?: string
  code?: string
  registrationId?: string
  nonce?: string
  gate?: string
  scannedAt?: Date
}

/** What a scan turned out to be, before anything is said about whom. */
type Verdict = { result: ScanResult; registrationId?: string }

/** How long a device may have been without a network. */
const oldestScan = days(7)

/** One scan, one effect; the same scan sent again gets the same answer. */
export async function checkIn(platform: Platform, keeper: Keeper, given: Given) {
  const { db, clock } = platform
  const { event, by } = keeper
  const now = clock.now()
  const { nonce, gate = '', scannedAt } = given
  const named = await whomItNames(platform, keeper, given)
  const scan = { eventId: event.id, gate, scannedBy: by, nonce, at: moment(scannedAt, now), receivedAt: now }

  // A scan counts by the moment it was made, whenever it arrives.
  const closure = closureAt(event, scan.at)
  const isOpen = closure === undefined
  const attendee = isOpen ? await enterAtOnce(db, named, scan) : undefined
  if (attendee) {
    tell(platform, event.id, 'ok')
    return { result: 'ok' as const, attendee, checkedInAt: scan.at, counts: await countsOf(db, event.id) }
  }
  const earlier = nonce === undefined ? undefined : await store.findByNonce(db, event.id, nonce)
  if (earlier) return answer(platform, keeper, earlier)
  const written = await db
    .transaction(async (tx) => {
      const mayEnter =
        isOpen || (!closure.cancelledAt && (await store.lockOpening(tx, event.id, scan.at)) !== undefined)
      const verdict = await (mayEnter ? judge : refuseAsClosed)(tx, keeper, named, scan.at)
      // Let in by somebody else while this device was without a network: two people may have shown the same code.
      const conflict = verdict.result === 'already' && scannedAt !== undefined
      const line = await store.insertScan(tx, { ...scan, ...verdict, conflict })
      if (!line) throw new SentAgain()
      return line
    })
    .catch((error: unknown) => {
      if (!(error instanceof SentAgain) || nonce === undefined) throw error
      return store.findByNonce(db, event.id, nonce)
    })
  if (!written) throw new Error('a scan that was sent before is not there')
  tell(platform, event.id, written.result)
  return answer(platform, keeper, written)
}

const enter = store.enterBy(registrations.entering)
type NewScan = Omit<store.Entering, 'registrationId' | 'issue'>

/** What a door does most of the time, in one way to the database and back. Everything else takes the longer way. */
async function enterAtOnce(db: Db, named: Named | string, scan: NewScan): Promise<DoorAttendee | undefined> {
  if (typeof named === 'string' || named.issue === undefined || !('registrationId' in named.by)) return undefined
  const entering = { ...scan, registrationId: named.by.registrationId, issue: named.issue }
  const entered = await enter(db, entering).catch((error: unknown) => {
    if (brokenUniqueness(error) === 'door_scans_nonce') return undefined
    throw error
  })
  if (!entered) return undefined
  const { id, first_name: firstName, last_name: lastName, company_name: companyName } = entered
  return { id, firstName, lastName, companyName }
}

function tell(platform: Platform, eventId: string, result: ScanResult) {
  const topics: Topic[] = [`events/${eventId}/door`]
  if (result === 'ok') topics.push(`events/${eventId}/registrations`)
  notifySoon(platform, { topics, audience: 'administrators' })
}

/** The same scan came twice at once and the other one was first: what this one did is rolled back. */
class SentAgain extends Error {}

function moment(scannedAt: Date | undefined, now: Date): Date {
  const earliest = after(now, -oldestScan)
  if (!scannedAt || scannedAt > now) return now
  return scannedAt < earliest ? earliest : scannedAt
}

type NotNamed = 'invalid' | 'wrong-event'
type Named = { by: { registrationId: string } | { code: string }; issue?: number }

/** Only the signature is judged here: what the code was for, or why it is none of this event. */
async function whomItNames(
  { db }: Platform,
  { event }: Keeper,
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

/** Whatever was shown: outside the hours nobody learns what a code is worth. Whom it names is for the log alone. */
async function refuseAsClosed(tx: Tx, { event }: Keeper, named: Named | NotNamed): Promise<Verdict> {
  const found = typeof named === 'string' ? undefined : await registrations.findForDoor(tx, event.id, named.by)
  return { result: 'closed', registrationId: found?.id }
}

async function judge(tx: Tx, { event }: Keeper, named: Named | NotNamed, at: Date): Promise<Verdict> {
  if (typeof named === 'string') return { result: named }
  const { by, issue } = named
  const found = await registrations.findForDoor(tx, event.id, by)
  // A genuine code whose registration is gone was worth something once; a made-up short code never was.
  if (!found) return { result: issue === undefined ? 'invalid' : 'revoked' }
  const { id: registrationId } = found
  const refusal = refusalOf(found, issue)
  if (refusal) return { result: refusal, registrationId }
  const entered = await registrations.checkIn(tx, registrationId, at)
  // Either way the row is settled now: what was decided about it since the first look counts.
  const settled = entered ?? (await registrations.findForDoor(tx, event.id, { registrationId }))
  const late = settled && refusalOf(settled, issue)
  if (!late) return { result: entered ? 'ok' : 'already', registrationId }
  if (entered) await registrations.undoCheckIn(tx, registrationId)
  return { result: late, registrationId }
}

function refusalOf(
  { status, issue }: registrations.Row,
  shown: number | undefined,
): 'pending' | 'rejected' | 'revoked' | undefined {
  if (status === 'pending' || status === 'rejected') return status
  return status === 'cancelled' || (shown !== undefined && shown !== issue) ? 'revoked' : undefined
}

/** From the log: so that a scan that is sent again hears what it heard the first time. */
async function answer({ db }: Platform, { event }: Keeper, scan: store.Scan) {
  const counts = await countsOf(db, event.id)
  const { result, registrationId } = scan
  if (result === 'closed') return { result, ...closureAt(event, scan.at), counts }
  if (registrationId === null || (result !== 'ok' && result !== 'already')) return { result, counts }
  const [attendee, entry] = await Promise.all([
    store.findAttendee(db, registrationId),
    result === 'ok' ? scan : store.lastEntry(db, registrationId, scan.id),
  ])
  return { result, attendee, checkedInAt: entry?.at, gate: result === 'already' ? entry?.gate : undefined, counts }
}
