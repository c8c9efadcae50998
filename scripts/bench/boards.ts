import { join } from 'node:path'
import { inTurns, median } from './measuring/in-turns.ts'
import { measure } from './measuring/load.ts'
import { ask, requireAnswers, startBareLike } from './measuring/same-bytes.ts'
import type { FilledChallenge } from './prepared/filled-challenge.ts'

const connections = 50
const rounds = 5
const wanted = { ofBare: 0.45, p99: 30 }
const boards = {
  'points per person': 'board=per-person',
  'a division by size': 'board=division&division=50-249',
  'most improved': 'board=improved',
}

/** The first page of each board beside the official one, beside a bare server that sends the same bytes. */
export async function measureBoards(
  challenge: FilledChallenge,
  { folder, seconds }: { folder: string; seconds: number },
) {
  const lines = []
  for (const [name, query] of Object.entries(boards)) {
    const { turns, p99, bareP99 } = await measureBoard(challenge, query, folder, seconds)
    lines.push({
      what: `first page of ${name}, 10,000 companies`,
      product: `${turns.product.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms`,
      bare: `${turns.bare.toFixed(0)}/s, p99 ${bareP99.toFixed(1)} ms`,
      ratio: turns.ratio.toFixed(2),
      wanted: `≥ ${wanted.ofBare}, p99 ≤ ${wanted.p99} ms`,
      reached: turns.ratio >= wanted.ofBare && p99 <= wanted.p99,
    })
  }
  return lines
}

async function measureBoard({ port, cookie }: FilledChallenge, query: string, folder: string, seconds: number) {
  const path = `/api/leaderboard?${query}&limit=100`
  const headers = { cookie, 'accept-encoding': 'br' }
  const bare = await startBareLike(await ask(port, path, headers), join(folder, `board-${query}`), folder)
  const p99s = { product: [] as number[], bare: [] as number[] }
  const load = async (to: number, p99sOf: number[]) => {
    const { perSecond, p99 } = requireAnswers(await measure({ port: to, path, headers, connections, seconds }))
    p99sOf.push(p99)
    return perSecond
  }
  await load(port, [])
  await load(bare.port, [])
  const turns = await inTurns(
    rounds,
    () => load(port, p99s.product),
    () => load(bare.port, p99s.bare),
  )
  await bare.stop()
  return { turns, p99: median(p99s.product), bareP99: median(p99s.bare) }
}
