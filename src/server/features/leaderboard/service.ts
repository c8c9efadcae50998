import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { LeaderboardEntry, Standing } from '#contract/leaderboard/endpoints.ts'
import { withRanks } from '#contract/leaderboard/rules.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { SignalCache } from '#server/platform/live/signal-cache.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

/** The board as it goes over the wire, made once per change and not once per reader. */
export type Snapshot = { entries: LeaderboardEntry[]; etag: string; plain: Buffer; br: Buffer; gzip: Buffer }

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

export class Leaderboard {
  readonly #db: Platform['db']
  readonly #snapshot: SignalCache<Snapshot>

  constructor({ db, signals }: Platform) {
    this.#db = db
    this.#snapshot = new SignalCache(signals, { endedBy: ({ topics }) => topics?.includes('leaderboard') ?? false })
  }

  read(): Snapshot | Promise<Snapshot> {
    return this.#snapshot.read('board', () => makeSnapshot(this.#db))
  }
}

async function makeSnapshot(db: Platform['db']): Promise<Snapshot> {
  const entries = withRanks(await store.ordered(db))
  const plain = Buffer.from(JSON.stringify(entries))
  const [br, gzipped] = await Promise.all([
    compress.br(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    compress.gzip(plain, { level: 4 }),
  ])
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { entries, etag, plain, br, gzip: gzipped }
}

/** Why a company stands where it stands: nobody should have to believe it. */
export async function explain({ db }: Platform, board: Leaderboard, id: string): Promise<Standing> {
  const { entries } = await board.read()
  const index = entries.findIndex((entry) => entry.id === id)
  const entry = entries[index]
  if (!entry) throw new Problem('not-found')
  const [proofs, adjustments] = await Promise.all([store.countingProofs(db, id), store.adjustments(db, id)])
  const ranked = entries.filter(({ rank }) => rank !== null)
  const ahead = entry.rank === null ? ranked.at(-1) : ranked.findLast(({ rank }) => (rank ?? 0) < (entry.rank ?? 0))
  const behind = entry.rank === null ? undefined : ranked.find(({ rank }) => (rank ?? 0) > (entry.rank ?? 0))
  return {
    entry,
    proofs: proofs.map((proof) => ({ ...proof, submittedAt: proof.submittedAt.toISOString() })),
    adjustments: adjustments.map((adjustment) => ({ ...adjustment, at: adjustment.at.toISOString() })),
    ahead: neighbour(entry, ahead),
    behind: neighbour(entry, behind),
    sharedWith:
      entry.rank === null
        ? []
        : ranked.filter((other) => other.rank === entry.rank && other.id !== id).map(({ name }) => name),
  }
}

function neighbour(entry: LeaderboardEntry, other: LeaderboardEntry | undefined): Standing['ahead'] {
  if (!other) return null
  return {
    name: other.name,
    points: other.points,
    gap: Math.abs(other.points - entry.points),
    byTime: other.points === entry.points,
  }
}
