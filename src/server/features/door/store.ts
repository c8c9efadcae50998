import { and, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { DoorCounts } from '#contract/door/endpoints.ts'
import { users } from '#server/features/auth/tables.ts'
import { eventCounts } from '#server/features/events/tables.ts'
import { registrations } from '#server/features/registrations/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { type PageQuery, positionIn } from '#server/platform/database/keyset.ts'
import { listPage } from '#server/platform/database/list-page.ts'
import { prepareQuery } from '#server/platform/database/prepared.ts'
import { prepareInsert } from '#server/platform/database/rows.ts'
import { checkInOpenings, doorPasses, doorScans, gateCounts } from './tables.ts'

export type Pass = typeof doorPasses.$inferSelect
export type Scan = typeof doorScans.$inferSelect
type NewScan = Omit<typeof doorScans.$inferInsert, 'id'>

export async function findPass(db: Db, secretHash: string): Promise<Pass | undefined> {
  const [pass] = await db.select().from(doorPasses).where(eq(doorPasses.secretHash, secretHash))
  return pass
}

export async function insertPass(tx: Tx, pass: typeof doorPasses.$inferInsert): Promise<Pass> {
  const [created] = await tx.insert(doorPasses).values(pass).returning()
  if (!created) throw new Error('insert returned no row')
  return created
}

/** Undefined when it was revoked before, or belongs to another event. */
export async function revokePass(tx: Tx, eventId: string, id: string, now: Date): Promise<Pass | undefined> {
  const [revoked] = await tx
    .update(doorPasses)
    .set({ revokedAt: now })
    .where(and(eq(doorPasses.id, id), eq(doorPasses.eventId, eventId), isNull(doorPasses.revokedAt)))
    .returning()
  return revoked
}

export async function revokePassesOf(tx: Tx, userId: string, now: Date): Promise<Pass[]> {
  return tx
    .update(doorPasses)
    .set({ revokedAt: now })
    .where(and(eq(doorPasses.createdBy, userId), isNull(doorPasses.revokedAt), gt(doorPasses.expiresAt, now)))
    .returning()
}

/** Throttled to once a minute: a busy gate must not wait for this update. */
export async function notePassUsed(tx: Tx, id: string, now: Date, notSince: Date) {
  const stale = or(isNull(doorPasses.lastUsedAt), lt(doorPasses.lastUsedAt, notSince))
  await tx
    .update(doorPasses)
    .set({ lastUsedAt: now })
    .where(and(eq(doorPasses.id, id), stale))
}

export async function passesOf(db: Db, eventId: string) {
  return passesWithCreator(db)
    .where(eq(doorPasses.eventId, eventId))
    .orderBy(desc(doorPasses.createdAt), desc(doorPasses.id))
}

export async function findPassWithCreator(db: Db, eventId: string, id: string) {
  const [pass] = await passesWithCreator(db).where(and(eq(doorPasses.eventId, eventId), eq(doorPasses.id, id)))
  return pass
}

/** Undefined when a scan with this nonce was written before. */
export async function insertScan(tx: Tx, scan: NewScan): Promise<Scan | undefined> {
  const [written] = await tx
    .insert(doorScans)
    .values(scan)
    .onConflictDoNothing({ target: [doorScans.eventId, doorScans.nonce] })
    .returning()
  return written
}

export type Opening = typeof checkInOpenings.$inferSelect

/** The opening by hand at that moment, if there is one. */
export async function findOpening(db: Db, eventId: string, at: Date): Promise<Opening | undefined> {
  const [opening] = await db.select().from(checkInOpenings).where(openAt(eventId, at)).limit(1)
  return opening
}

/** Share lock: scans and closing wait for each other, so no scan made after a closing lets anybody in. */
export async function lockOpening(tx: Tx, eventId: string, at: Date): Promise<Opening | undefined> {
  const [opening] = await tx.select().from(checkInOpenings).where(openAt(eventId, at)).limit(1).for('share')
  return opening
}

export async function insertOpening(tx: Tx, opening: Omit<Opening, 'id'>) {
  await tx.insert(checkInOpenings).values(opening)
}

export async function endOpening(tx: Tx, id: string, now: Date) {
  await tx.update(checkInOpenings).set({ closesAt: now }).where(eq(checkInOpenings.id, id))
}

export type Entry = Omit<NewScan, 'result' | 'registrationId'> & { registrationId: string }

/** Logs check-ins. A repeated nonce breaks `door_scans_nonce` and rolls the transaction back. */
export const insertEntries = (tx: Tx, scans: Entry[]) =>
  insertScans(
    tx,
    scans.map((scan) => ({ ...scan, result: 'ok' })),
  )

const insertScans = prepareInsert('insert-door-entries', doorScans, [
  ...(['eventId', 'registrationId', 'result', 'gate'] as const),
  ...(['scannedBy', 'nonce', 'at', 'receivedAt'] as const),
])

export async function findByNonce(db: Db, eventId: string, nonce: string): Promise<Scan | undefined> {
  const [scan] = await db
    .select()
    .from(doorScans)
    .where(and(eq(doorScans.eventId, eventId), eq(doorScans.nonce, nonce)))
  return scan
}

/** The last scan that let a person in, before the scan `before` if given. */
export async function lastEntry(db: Db, registrationId: string, before?: number): Promise<Scan | undefined> {
  const [scan] = await db
    .select()
    .from(doorScans)
    .where(
      and(
        eq(doorScans.registrationId, registrationId),
        eq(doorScans.result, 'ok'),
        before === undefined ? undefined : lt(doorScans.id, before),
      ),
    )
    .orderBy(desc(doorScans.id))
    .limit(1)
  return scan
}

export async function markUndone(tx: Tx, registrationId: string, now: Date) {
  const entered = and(
    eq(doorScans.registrationId, registrationId),
    eq(doorScans.result, 'ok'),
    isNull(doorScans.undoneAt),
  )
  await tx.update(doorScans).set({ undoneAt: now }).where(entered)
}

const countsQuery = prepareQuery('door-counts', (db) =>
  db
    .select({
      approved: eventCounts.approved,
      checkedIn: eventCounts.checkedIn,
      gate: gateCounts.gate,
      atGate: gateCounts.checkedIn,
    })
    .from(eventCounts)
    .leftJoin(gateCounts, and(eq(gateCounts.eventId, eventCounts.eventId), gt(gateCounts.checkedIn, 0)))
    .where(eq(eventCounts.eventId, sql.placeholder('eventId')))
    .orderBy(gateCounts.gate),
)

export async function countsOf(db: Db, eventId: string): Promise<DoorCounts> {
  const rows = await countsQuery(db, { eventId })
  const gates = rows.flatMap(({ gate, atGate }) => (gate === null || !atGate ? [] : [{ gate, checkedIn: atGate }]))
  return { approved: rows[0]?.approved ?? 0, checkedIn: rows[0]?.checkedIn ?? 0, gates }
}

const lastScanFirst = { by: [doorScans.id], descending: true }

type Query = PageQuery & { only?: 'conflicts' | 'failed' }

export async function scansOf(db: Db, eventId: string, { only, ...query }: Query) {
  const where = and(eq(doorScans.eventId, eventId), only && filters[only])
  const rows = db
    .select({ scan: doorScans, attendee, position: positionIn(lastScanFirst) })
    .from(doorScans)
    .leftJoin(registrations, eq(registrations.id, doorScans.registrationId))
    .$dynamic()
  return listPage(db, rows, { from: doorScans, where, order: lastScanFirst }, query)
}

const filters = {
  conflicts: eq(doorScans.conflict, true),
  failed: inArray(doorScans.result, ['rejected', 'pending', 'revoked', 'wrong-event', 'invalid', 'closed']),
}

const attendee = {
  id: registrations.id,
  firstName: registrations.firstName,
  lastName: registrations.lastName,
  companyName: registrations.companyName,
}

export async function findAttendee(db: Db, registrationId: string) {
  const [found] = await db.select(attendee).from(registrations).where(eq(registrations.id, registrationId))
  return found
}

/** Gates whose stored count differs from the log; there should never be one. */
export async function wrongGateCounts(db: Db) {
  const { rows } = await db.execute<{ title: string; gate: string; kept: number; counted: number }>(sql`
    with counted as (
      select event_id, gate, count(*)::int as checked_in from door_scans where result = 'ok' and undone_at is null group by 1, 2
    )
    select e.title, gate, coalesce(k.checked_in, 0) as kept, coalesce(c.checked_in, 0) as counted
    from counted c full join gate_counts k using (event_id, gate) join events e on e.id = event_id
    where coalesce(k.checked_in, 0) <> coalesce(c.checked_in, 0) order by e.title, gate`)
  return rows
}

const passesWithCreator = (db: Db) =>
  db
    .select({
      id: doorPasses.id,
      label: doorPasses.label,
      createdAt: doorPasses.createdAt,
      createdBy: users.email,
      expiresAt: doorPasses.expiresAt,
      revokedAt: doorPasses.revokedAt,
      lastUsedAt: doorPasses.lastUsedAt,
    })
    .from(doorPasses)
    .innerJoin(users, eq(users.id, doorPasses.createdBy))

const openAt = (eventId: string, at: Date) =>
  and(eq(checkInOpenings.eventId, eventId), lte(checkInOpenings.openedAt, at), gt(checkInOpenings.closesAt, at))
