import type { Db } from '#server/platform/database/client.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readTogether } from '../read-together.ts'
import * as store from './days-in-memory-store.ts'

export type { DaySteps } from './days-in-memory-store.ts'
export type DaysOfCompanies = ReadonlyMap<string, store.DaySteps>

/**
 * Keeps what every listed company did by day in memory and brings it forward by what changed, as the leaderboard does
 * (docs/decisions/0013): every approval and every change of points is one of the company's row too, and noted with its transaction. A
 * state that the database had, and never one from before the question.
 */
export class DaysInMemory {
  readonly #platform: Pick<Platform, 'db' | 'signals'>
  #steps = new Map<string, store.DaySteps>()
  #lastTurn: Promise<unknown> = Promise.resolve()
  #timeZone: string | null = null
  /** The oldest transaction that may not have been seen; undefined: read everything. */
  #unseenFrom: bigint | undefined
  #gaps = 0

  constructor(platform: Pick<Platform, 'db' | 'signals'>) {
    this.#platform = platform
    platform.signals.on(({ topics }) => {
      // On another server after a failover what was seen before says nothing.
      if (!topics?.includes('everything')) return
      this.#gaps++
      this.#unseenFrom = undefined
    })
  }

  /** With everything else that is read in the same transaction: all of one moment. */
  async readTogether<T>(work: (db: Db, companies: DaysOfCompanies) => Promise<T>): Promise<T> {
    const turn = this.#startTurn()
    try {
      // The turn comes before the connection: a transaction that waits for its turn would keep one from whoever has it.
      await turn.begun
      return await readTogether(this.#platform, async (db) => {
        // The first statement of the transaction, so that snapshots follow each other as the turns do.
        const companies = new Map(await this.#bringForward(db))
        turn.end()
        return work(db, companies)
      })
    } finally {
      turn.end()
    }
  }

  /** Not to be kept: what others read later brings the same map forward. */
  async read(): Promise<DaysOfCompanies> {
    const turn = this.#startTurn()
    try {
      await turn.begun
      return await this.#bringForward(this.#platform.db)
    } finally {
      turn.end()
    }
  }

  /** One after the other: an answer must not overwrite a newer one. */
  #startTurn() {
    const begun = this.#lastTurn
    let end: () => void = () => undefined
    this.#lastTurn = new Promise<void>((resolve) => {
      end = resolve
    })
    return { begun, end }
  }

  async #bringForward(db: Db): Promise<DaysOfCompanies> {
    const since = this.#unseenFrom
    if (since !== undefined) {
      const changed = await store.listChangedSteps(db, since)
      // Only a database that was put back to an earlier state counts backwards; another time zone has other days.
      const isContinued =
        changed.unseenFrom >= since && changed.timeZone === this.#timeZone && this.#unseenFrom !== undefined
      if (isContinued) return this.#apply(changed)
    }
    const gaps = this.#gaps
    const all = await store.listSteps(db)
    this.#steps = new Map()
    this.#apply(all)
    if (this.#gaps !== gaps) this.#unseenFrom = undefined
    return this.#steps
  }

  #apply({ companies, unseenFrom, timeZone }: store.ReadSteps): DaysOfCompanies {
    for (const { companyId, steps } of companies) {
      if (steps) this.#steps.set(companyId, steps)
      else this.#steps.delete(companyId)
    }
    this.#unseenFrom = unseenFrom
    this.#timeZone = timeZone
    return this.#steps
  }
}

/** Once, for who reads in a transaction of their own. */
export async function readDays(db: Db): Promise<DaysOfCompanies> {
  const { companies } = await store.listSteps(db)
  return new Map(companies.flatMap(({ companyId, steps }) => (steps ? [[companyId, steps] as const] : [])))
}
