import type { Signal } from '#server/platform/live/bus.ts'
import { publish } from '#server/platform/live/publish.ts'
import { SignalCache } from '#server/platform/live/signal-cache.ts'
import type { Platform } from '#server/platform/platform.ts'
import { officialRules } from './ordered-board/board-rules.ts'
import { BoardView } from './ordered-board/board-view.ts'
import { WholeBoard } from './ordered-board/whole-board.ts'
import { SideBoards } from './side-boards/side-boards.ts'
import * as store from './store.ts'

/** How long a change that nobody announced can stay unseen. */
const checkInterval = 2_000

/** What this process knows of the leaderboard: one state that the database had, brought forward by what changed since. */
export type Leaderboard = { official: BoardView; whole: WholeBoard; others: SideBoards }

/**
 * Keeps the board in memory. A signal says that something changed; what changed is asked from the database, in one statement and
 * so from one moment of it. Nothing is lost with a signal: the next question covers everything since the last answer.
 */
export class LeaderboardCache {
  readonly #platform: Platform
  readonly #leaderboard: Leaderboard
  readonly #fresh: SignalCache<Leaderboard>
  #reading: Promise<unknown> = Promise.resolve()
  /** The oldest transaction that may not have been seen; undefined: read everything. */
  #unseenFrom: bigint | undefined
  #signals = 0
  #timer: NodeJS.Timeout | undefined

  constructor(platform: Platform) {
    this.#platform = platform
    const official = new BoardView(officialRules)
    const { board } = official
    this.#leaderboard = { official, whole: new WholeBoard(board), others: new SideBoards(platform, board) }
    platform.signals.on((signal) => this.#hear(signal))
    this.#fresh = new SignalCache(platform.signals, {
      endedBy: ({ topics }) => topics?.includes('leaderboard') ?? false,
    })
  }

  /** At once while nothing was announced; otherwise when the change has been read. */
  read(): Leaderboard | Promise<Leaderboard> {
    return this.#fresh.read('leaderboard', () => this.#refresh())
  }

  /** Looks by itself from time to time: a process that ended between its commit and its announcement announces nothing. */
  startChecking() {
    this.#timer = setInterval(() => void this.#check().catch(() => undefined), checkInterval)
    this.#timer.unref()
  }

  stopChecking() {
    clearInterval(this.#timer)
  }

  #hear({ topics }: Signal) {
    // After a gap, or on another server after a failover, what was seen before says nothing.
    if (topics?.includes('everything')) this.#unseenFrom = undefined
    if (topics?.includes('leaderboard')) this.#signals++
  }

  /** One after the other: an answer must not overwrite a newer one. */
  #refresh(): Promise<Leaderboard> {
    const reading = this.#reading.then(() => this.#readChanges())
    this.#reading = reading.catch(() => undefined)
    return reading
  }

  async #readChanges(): Promise<Leaderboard> {
    const { official, others } = this.#leaderboard
    const { db } = this.#platform
    const since = this.#unseenFrom
    if (since !== undefined) {
      const { changes, unseenFrom } = await store.changedSince(db, since)
      // Only a database that was put back to an earlier state counts backwards.
      if (unseenFrom >= since && this.#unseenFrom !== undefined) {
        official.board.apply(changes)
        others.apply(changes)
        this.#unseenFrom = unseenFrom
        return this.#leaderboard
      }
    }
    // Set before reading: a gap that is noticed meanwhile makes it undefined again.
    this.#unseenFrom = 0n
    const { companies, unseenFrom } = await store.all(db).catch((error: unknown) => {
      this.#unseenFrom = undefined
      throw error
    })
    official.board.replaceAll(companies)
    others.replaceAll(companies)
    if (this.#unseenFrom !== undefined) this.#unseenFrom = unseenFrom
    return this.#leaderboard
  }

  async #check() {
    const { background, db } = this.#platform
    const { version } = this.#leaderboard.official.board
    const heard = this.#signals
    if (version === 0 || background.isStopping) return
    await this.#refresh()
    if (this.#leaderboard.official.board.version === version || this.#signals !== heard) return
    background.start(
      () => db.transaction((tx) => publish(tx, 'everyone', 'leaderboard')),
      'a change of the leaderboard was not announced',
    )
  }
}
