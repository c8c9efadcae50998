import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { startServer } from '../../rig/product.ts'
import { inTurns, median } from './in-turns.ts'
import { type Load, measure } from './load.ts'

/** Starts `bare.mjs` with the bytes of this file as its answer. */
export const startBare = (bodyFile: string, folder: string) =>
  startServer('scripts/bench/measuring/bare.mjs', bodyFile, folder)

type Wire = { head: string[]; body: Buffer }

/** A bare server that sends the same head and bytes without any query. */
export function startBareLike({ head, body }: Wire, file: string, folder: string) {
  writeFileSync(file, body)
  writeFileSync(`${file}.head`, JSON.stringify(head))
  return startBare(file, folder)
}

/** Reads the head and bytes on the wire, for the bare server to repeat. */
export function ask(port: number, path: string, headers: Record<string, string>): Promise<Wire> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers }, (response) => {
      const parts: Buffer[] = []
      // Node adds these headers to both answers.
      const own = ['date', 'connection', 'keep-alive']
      const head = Object.entries(response.headers).filter(([name]) => !own.includes(name))
      response.on('data', (part) => parts.push(part))
      response.on('end', () =>
        resolve({ head: head.flatMap(([name, value]) => [name, String(value)]), body: Buffer.concat(parts) }),
      )
    }).on('error', reject)
  })
}

export function requireAnswers<T extends { failures: number }>(measured: T): T {
  if (measured.failures > 0) throw new Error(`${measured.failures} answers were no 200`)
  return measured
}

/** Compares one address of the product, by turns, with a bare server that sends the same head and bytes. */
export async function measureBesideBare(load: Load & { folder: string; rounds: number }) {
  const { port, path, headers = {}, folder, rounds } = load
  const wire = await ask(port, path, headers)
  const bare = await startBareLike(wire, join(folder, 'answer'), folder)
  const p99s = { product: [] as number[], bare: [] as number[] }
  const loadOf = (to: number, p99sOf: number[]) => async () => {
    const { perSecond, p99 } = requireAnswers(await measure({ ...load, port: to }))
    p99sOf.push(p99)
    return perSecond
  }
  try {
    await loadOf(port, [])()
    await loadOf(bare.port, [])()
    const turns = await inTurns(rounds, loadOf(port, p99s.product), loadOf(bare.port, p99s.bare))
    return { ...turns, p99: median(p99s.product), bareP99: median(p99s.bare), bytes: wire.body.length }
  } finally {
    await bare.stop()
  }
}
