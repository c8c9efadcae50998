import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database/client.ts'
import type { SignalBus } from './bus.ts'

// Of the snapshot in which the statement itself reads. Every transaction before `xmin` has ended and is seen by it.
export const unseenFrom = sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`

/**
 * The changes to read. Numbers that no transaction has had yet come from another server, by a restored dump: their rows
 * were read with everything else.
 */
export const isChangedSince = (changedIn: AnyColumn | SQL, since: bigint) =>
  sql`${changedIn} >= ${String(since)}::xid8 and ${changedIn} < pg_snapshot_xmax(pg_current_snapshot())`

export type Snapshot<Row> = {
  rows: Row[]
  /** The oldest transaction that this reading may not have seen. */
  unseenFrom: bigint
  /** A setting on which every row depends: when it changes, everything is read again. */
  setting?: string | null
}

type Source<State, Row> = {
  readAll: (db: Db) => Promise<Snapshot<Row>>
  /** Rows that changed in or after this transaction. */
  readChanges: (db: Db, since: bigint) => Promise<Snapshot<Row>>
  /** Returns another state; `before` is undefined when everything was read. States are immutable. */
  apply: (rows: Row[], before?: State) => State
}

type Known<State> = { state: State; unseenFrom: bigint; setting: string | null | undefined }

/**
 * Keeps rows of the database in memory and reads only what changed since (docs/decisions/0013). Each state is one that the
 * database had: the rows and the number from which to ask next come from one statement.
 */
export class SnapshotFollower<State, Row> {
  readonly #source: Source<State, Row>
  #known: Known<State> | undefined
  #gaps = 0
  #lastTurn: Promise<unknown> = Promise.resolve()

  constructor(signals: SignalBus, source: Source<State, Row>) {
    this.#source = source
    signals.on(({ topics }) => {
      // After a gap, or on another server after a failover, transaction numbers may mean something else.
      if (!topics?.includes('everything')) return
      this.#gaps++
      this.#known = undefined
    })
  }

  read(db: Db): Promise<State> {
    return this.inTurn((readState) => readState(db))
  }

  /**
   * `work` calls `readState` once, as the first statement of its transaction. One reading at a time: an answer must not
   * overwrite a newer one. The turn begins before the transaction, so that waiting holds no connection.
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
      // Transaction numbers go down only when the database was put back to an earlier state.
      const isContinued = changes.unseenFrom >= known.unseenFrom && changes.setting === known.setting
      if (isContinued && this.#gaps === gaps) return this.#keep(changes, known.state)
    }
    return this.#readEverything(db)
  }

  async #readEverything(db: Db): Promise<State> {
    const gaps = this.#gaps
    const state = this.#keep(await this.#source.readAll(db))
    // A gap during the reading: what was read may be of the database before it.
    if (this.#gaps !== gaps) this.#known = undefined
    return state
  }

  #keep({ rows, unseenFrom, setting }: Snapshot<Row>, before?: State): State {
    const state = this.#source.apply(rows, before)
    this.#known = { state, unseenFrom, setting }
    return state
  }
}
