import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database/client.ts'
import type { SignalBus } from './bus.ts'

// The statement's snapshot: every transaction before `xmin` has ended and is visible to it.
export const unseenFrom = sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`

/**
 * The changed rows. Transaction numbers in the future come from another server's restored dump; the full read included
 * their rows.
 */
export const isChangedSince = (changedIn: AnyColumn | SQL, since: bigint) =>
  sql`${changedIn} >= ${String(since)}::xid8 and ${changedIn} < pg_snapshot_xmax(pg_current_snapshot())`

export type Snapshot<Row> = {
  rows: Row[]
  /** The oldest transaction that this read may have missed. */
  unseenFrom: bigint
  /** A setting that every row depends on: its change causes a full read. */
  setting?: string | null
}

type Source<State, Row> = {
  readAll: (db: Db) => Promise<Snapshot<Row>>
  /** Rows that changed in or after this transaction. */
  readChanges: (db: Db, since: bigint) => Promise<Snapshot<Row>>
  /** Returns a new immutable state; `before` is undefined after a full read. */
  apply: (rows: Row[], before?: State) => State
}

type Known<State> = { state: State; unseenFrom: bigint; setting: string | null | undefined }

/**
 * Keeps rows in memory and reads only the changes since (docs/decisions/0013). Each state is consistent: rows and the
 * next starting number come from one statement.
 */
export class SnapshotFollower<State, Row> {
  readonly #source: Source<State, Row>
  #known: Known<State> | undefined
  #gaps = 0
  #lastTurn: Promise<unknown> = Promise.resolve()

  constructor(signals: SignalBus, source: Source<State, Row>) {
    this.#source = source
    signals.on(({ topics }) => {
      // After a gap or a failover, transaction numbers may have another meaning.
      if (!topics?.includes('everything')) return
      this.#gaps++
      this.#known = undefined
    })
  }

  read(db: Db): Promise<State> {
    return this.inTurn((readState) => readState(db))
  }

  /**
   * `work` calls `readState` once, as the first statement of its transaction. Reads are serialized, so an old result
   * cannot overwrite a newer one. The turn starts before the transaction, so waiting holds no connection.
   */
  async inTurn<T>(work: (readState: (db: Db) => Promise<State>) => Promise<T>): Promise<T> {
    const turnBefore = this.#lastTurn
    let endTurn = () => {}
    this.#lastTurn = new Promise<void>((resolve) => {
      endTurn = resolve
    })
    await turnBefore
    return work((db) => this.#readState(db).finally(endTurn)).finally(endTurn)
  }

  async #readState(db: Db): Promise<State> {
    const known = this.#known
    const gaps = this.#gaps
    if (known) {
      const changes = await this.#source.readChanges(db, known.unseenFrom)
      // Transaction numbers decrease only after the database was reset to an earlier state.
      const isContinued = changes.unseenFrom >= known.unseenFrom && changes.setting === known.setting
      if (isContinued && this.#gaps === gaps) return this.#keep(changes, known.state)
    }
    return this.#readEverything(db)
  }

  async #readEverything(db: Db): Promise<State> {
    const gaps = this.#gaps
    const state = this.#keep(await this.#source.readAll(db))
    // After a gap during the read, the result may predate it.
    if (this.#gaps !== gaps) this.#known = undefined
    return state
  }

  #keep({ rows, unseenFrom, setting }: Snapshot<Row>, before?: State): State {
    const state = this.#source.apply(rows, before)
    this.#known = { state, unseenFrom, setting }
    return state
  }
}
