import { repeatWhileLocked } from '#server/platform/database/migrating/repeat-while-locked.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './days-store.ts'

/** Before anything is answered: days that were kept in another time zone are built anew. */
export async function keepDaysInTimeZone({ db, config, clock, log }: Platform) {
  const { timeZone } = config
  const before = await store.findTimeZone(db)
  if (before === timeZone) return
  // One moment for both: a second that passes between them would be a difference too.
  const now = clock.now()
  // A name that only JavaScript knows would make every submission fail; `+02:00` is the opposite of itself in PostgreSQL.
  if ((await store.readClock(db, timeZone, now)) !== readClock(timeZone, now))
    throw new Error(`PostgreSQL does not know TIME_ZONE ${timeZone}: use a name such as America/Curacao`)
  if (before)
    log.info({ event: 'rebuild-days', before, timeZone }, 'the days of companies are built for another time zone')
  await repeatWhileLocked(() =>
    db.transaction(async (tx) => {
      // Of several processes that start at once one does it.
      if ((await store.findTimeZone(tx)) !== timeZone) await store.rebuildDays(tx, timeZone)
    }),
  )
}

// Sweden writes dates as ISO 8601 does.
const readClock = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at).replace(',', '')

/** Kept days (../functions.sql) of each company, or of one, against the ledger and its proofs: a sentence for each that differs. */
export async function verifyCompanyDays({ db }: Pick<Platform, 'db'>, companyId?: string): Promise<string[]> {
  return (await store.wrongDays(db, companyId)).map(
    ({ company, day, kept, counted }) => `${company}, ${day}: ${kept} kept, ${counted} counted`,
  )
}

/** Kept days (../functions.sql) of each task against its proofs: a sentence for each that differs. */
export async function verifyTaskDays({ db }: Pick<Platform, 'db'>): Promise<string[]> {
  return (await store.wrongTaskDays(db)).map(
    ({ task, day, kept, counted }) => `${task}, ${day}: ${kept} kept, ${counted} counted`,
  )
}
