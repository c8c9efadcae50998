import { repeatWhileLocked } from '#server/platform/database/migrating/repeat-while-locked.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './days-store.ts'

/** Rebuilds days that were kept in another time zone; runs before the first request. */
export async function keepDaysInTimeZone({ db, config, clock, log }: Platform) {
  const { timeZone } = config
  const before = await store.findTimeZone(db)
  if (before === timeZone) return
  // Uses the same moment for both clocks, because a second between two reads would be a difference.
  const now = clock.now()
  // Refuse a zone that only JavaScript knows, because every submission would fail. PostgreSQL reads `+02:00` with the
  // opposite sign.
  if ((await store.readClock(db, timeZone, now)) !== readClock(timeZone, now))
    throw new Error(`PostgreSQL does not know TIME_ZONE ${timeZone}: use a name such as America/Curacao`)
  if (before)
    log.info({ event: 'rebuild-days', before, timeZone }, 'the days of companies are built for another time zone')
  await repeatWhileLocked(() =>
    db.transaction(async (tx) => {
      // Several processes may start at once; only the first rebuilds.
      if ((await store.findTimeZone(tx)) !== timeZone) await store.rebuildDays(tx, timeZone)
    }),
  )
}

// The Swedish locale writes ISO 8601 dates.
const readClock = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at).replace(',', '')

/**
 * Compares the kept days of each company, or of a single one, with the ledger and proofs; returns a sentence per
 * difference.
 */
export async function verifyCompanyDays({ db }: Pick<Platform, 'db'>, companyId?: string): Promise<string[]> {
  return (await store.wrongDays(db, companyId)).map(
    ({ company, day, kept, counted }) => `${company}, ${day}: ${kept} kept, ${counted} counted`,
  )
}

/** Compares the kept days of each task with its proofs; returns a sentence per difference. */
export async function verifyTaskDays({ db }: Pick<Platform, 'db'>): Promise<string[]> {
  return (await store.wrongTaskDays(db)).map(
    ({ task, day, kept, counted }) => `${task}, ${day}: ${kept} kept, ${counted} counted`,
  )
}
