import { measureBesideBare } from './measuring/bare.ts'
import type { FilledChallenge } from './prepared/filled-challenge.ts'

const connections = 50
const rounds = 5
/** Requests a second. */
const wanted = 300
const boards = {
  'points per person': 'board=per-person',
  'a division by size': 'board=division&division=50-249',
  'most improved': 'board=improved',
}

/** The first page of each unofficial board, compared with a bare server that sends the same bytes. */
export async function measureBoards(
  { port, cookie }: FilledChallenge,
  { folder, seconds }: { folder: string; seconds: number },
) {
  const lines = []
  for (const [name, query] of Object.entries(boards)) {
    const path = `/api/leaderboard?${query}&limit=100`
    const load = { port, path, headers: { cookie, 'accept-encoding': 'br' }, connections, seconds }
    const { p99, bareP99, ...turns } = await measureBesideBare({ ...load, folder, rounds })
    lines.push({
      what: `first page of ${name}, 10,000 companies`,
      product: `${turns.product.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms`,
      bare: `${turns.bare.toFixed(0)}/s, p99 ${bareP99.toFixed(1)} ms`,
      ratio: turns.ratio.toFixed(2),
      wanted: `≥ ${wanted}/s`,
      reached: turns.product >= wanted,
    })
  }
  return lines
}
