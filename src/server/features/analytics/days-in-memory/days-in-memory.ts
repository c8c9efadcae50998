import type { Db } from '#server/platform/database/client.ts'
import { SnapshotFollower } from '#server/platform/live/snapshot-follower.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readTogether } from '../read-together.ts'
import * as store from './days-in-memory-store.ts'

export type { DaySteps } from './days-in-memory-store.ts'
export type DaysOfCompanies = ReadonlyMap<string, store.DaySteps>

/**
 * Keeps every listed company's sums by day in memory (docs/decisions/0033). Approvals and point changes also change the
 * company's row, and that change is recorded with its transaction. Readers get a state at or after their request.
 */
export class DaysInMemory {
  readonly #platform: Pick<Platform, 'db' | 'signals'>
  readonly #follower: SnapshotFollower<DaysOfCompanies, store.CompanySteps>

  constructor(platform: Pick<Platform, 'db' | 'signals'>) {
    this.#platform = platform
    this.#follower = new SnapshotFollower(platform.signals, {
      readAll: store.listSteps,
      readChanges: store.listChangedSteps,
      apply: toDays,
    })
  }

  /** Reads the state and the rest of the data in a single snapshot. */
  readTogether<T>(work: (db: Db, companies: DaysOfCompanies) => Promise<T>): Promise<T> {
    return this.#follower.inTurn((readState) =>
      readTogether(this.#platform, async (db) => work(db, await readState(db))),
    )
  }

  read(): Promise<DaysOfCompanies> {
    return this.#follower.read(this.#platform.db)
  }
}

/** Reads the days once, for a caller with a separate transaction. */
export async function readDays(db: Db): Promise<DaysOfCompanies> {
  return toDays((await store.listSteps(db)).rows)
}

function toDays(changes: store.CompanySteps[], before: DaysOfCompanies = new Map()): DaysOfCompanies {
  if (changes.length === 0) return before
  const companies = new Map(before)
  for (const { companyId, steps } of changes) {
    if (steps) companies.set(companyId, steps)
    else companies.delete(companyId)
  }
  return companies
}
