import { Agent, get } from 'node:http'
import type pg from 'pg'
import { hostileFiles } from '../../../src/server/platform/media/hostile/hostile-files.ts'
import { aCompany } from './uploads.ts'

type Given = { base: string; pool: pg.Pool }

/** How long others wait for an answer while files that were made to keep a server busy are prepared. */
export async function measureHostileFiles({ base, pool }: Given) {
  const cookie = await aCompany(base, 'hostile')
  const ask = askHealth(base)
  const quiet: number[] = []
  while (quiet.length < 200) quiet.push(await ask())

  const busy: number[] = []
  let worst = { name: '', milliseconds: 0, seconds: 0 }
  let slowest = { name: '', seconds: 0 }
  for (const { name, type, make } of hostileFiles) {
    const path = await upload(base, cookie, type, await make())
    const begun = performance.now()
    const asked: number[] = []
    let nextLook = 0
    for (let isDone = false; !isDone; ) {
      asked.push(await ask())
      if (performance.now() > nextLook) {
        nextLook = performance.now() + 100
        isDone = await isDecided(pool, path)
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const seconds = (performance.now() - begun) / 1000
    const milliseconds = Math.max(...asked)
    if (milliseconds > worst.milliseconds) worst = { name, milliseconds, seconds }
    if (seconds > slowest.seconds) slowest = { name, seconds }
    busy.push(...asked)
  }
  console.log(`slowest hostile file: ${slowest.name}, ${slowest.seconds.toFixed(1)} s`)
  const p99 = percentile(busy, 0.99)
  const line = (what: string, reached: number, bare: number, limit: number) => ({
    what,
    product: `${reached.toFixed(1)} ms`,
    bare: `${bare.toFixed(1)} ms`,
    ratio: (reached / bare).toFixed(1),
    wanted: `≤ ${limit} ms`,
    reached: reached <= limit,
  })
  return [
    line(`healthz while ${hostileFiles.length} hostile files are prepared, p99`, p99, percentile(quiet, 0.99), 50),
    line(`the same, worst (${worst.name})`, worst.milliseconds, Math.max(...quiet), 200),
  ]
}

const percentile = (times: number[], part: number) =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? 0

function askHealth(base: string): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return () =>
    new Promise((resolve, reject) => {
      const begun = performance.now()
      const request = get(`${base}/api/healthz`, { agent }, (response) => {
        response.resume()
        response.on('end', () => resolve(performance.now() - begun))
      })
      request.on('error', reject)
    })
}

async function upload(base: string, cookie: string, contentType: string, bytes: Buffer): Promise<string> {
  const reply = await fetch(`${base}/api/uploads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ fileName: 'hostile', size: bytes.length, contentType }),
  })
  if (reply.status !== 201) throw new Error(await reply.text())
  const grant = (await reply.json()) as { url: string; headers: Record<string, string>; path: string }
  const sent = await fetch(grant.url, { method: 'PUT', headers: grant.headers, body: new Uint8Array(bytes) })
  if (sent.status !== 201) throw new Error(await sent.text())
  return grant.path
}

async function isDecided(pool: pg.Pool, path: string): Promise<boolean> {
  const { rows } = await pool.query(
    'select 1 from uploads where path = $1 and (prepared_at is not null or fault is not null)',
    [path],
  )
  return rows.length > 0
}
