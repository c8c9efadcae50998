import type { Signal } from '#server/platform/live/bus.ts'
import { publish } from '#server/platform/live/publish.ts'
import { SignalCache } from '#server/platform/live/signal-cache.ts'
import { SnapshotFollower } from '#server/platform/live/snapshot-follower.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Board, type CompanyChange, createBoard } from './board/board.ts'
import { officialRules } from './board/board-rules.ts'
import * as store from './store.ts'

/** Poll interval: an unannounced change stays unseen at most this long. */
const checkInterval = 2_000

/**
 * Caches the official board in memory. After a signal the next reader reads the changes. A lost signal loses nothing:
 * the next reading covers everything since the last one.
 */
export class OfficialBoard {
  readonly #platform: Platform
  readonly #follower: SnapshotFollower<Board, CompanyChange>
  readonly #fresh: SignalCache<Board>
  #signals = 0
  #timer: NodeJS.Timeout | undefined

  constructor(platform: Platform) {
    this.#platform = platform
    this.#follower = new SnapshotFollower(platform.signals, {
      readAll: store.listCompanies,
      readChanges: store.listChanges,
      apply: (changes, before = createBoard(officialRules, [])) => before.with(changes),
    })
    this.#fresh = new SignalCache(platform.signals, { endedBy: concernsBoards })
    platform.signals.on((signal) => {
      if (concernsBoards(signal)) this.#signals++
    })
  }

  read(): Promise<Board> {
    this.#timer ??= setInterval(() => void this.#check().catch(() => undefined), checkInterval).unref()
    return this.#fresh.read('official', () => this.#follower.read(this.#platform.db))
  }

  stop() {
    clearInterval(this.#timer)
  }

  /** Announces a change whose process may have ended between its commit and its announcement. */
  async #check() {
    const { background, db } = this.#platform
    if (background.isStopping) return
    const signals = this.#signals
    const known = await this.read()
    const current = await this.#follower.read(db)
    if (current === known || this.#signals !== signals) return
    background.start(
      () => db.transaction((tx) => publish(tx, 'everyone', 'leaderboard')),
      'a change of the leaderboard was not announced',
    )
  }
}

export const concernsBoards = ({ topics }: Signal): boolean => topics?.includes('leaderboard') ?? false
