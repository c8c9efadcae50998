import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import { hashSecret, newSecret } from '../../src/server/platform/sessions/cookie.ts'
import { startBare } from './measuring/bare.ts'
import { median } from './measuring/in-turns.ts'

type Given = { port: number; pool: pg.Pool; cookie: string; folder: string }

const readers = 10_000
const rounds = 5
/** The limit of open streams per session (platform/live/hub.ts). */
const streamsOfSession = 20
const signal = JSON.stringify({ topics: ['tasks'], audience: 'everyone' })

/** Sends one announcement to every open screen of a large week; measures the p99 of its arrival. */
export async function measureStreams({ port, pool, cookie, folder }: Given) {
  const empty = join(folder, 'nothing')
  writeFileSync(empty, '')
  const cookies = await copySession(pool, cookie, readers / streamsOfSession)
  const ours = await latency(port, '/api/stream', cookies, () =>
    pool.query('select pg_notify($1, $2)', ['sports_week', signal]),
  )
  const bare = await startBare(empty, folder)
  const limit = await latency(bare.port, '/stream', [''], () =>
    fetch(`http://127.0.0.1:${bare.port}/`, { method: 'POST' }),
  )
  await bare.stop()
  return [
    {
      what: `one announcement to ${readers.toLocaleString('en')} open streams, p99`,
      product: `${ours.toFixed(0)} ms`,
      bare: `${limit.toFixed(0)} ms`,
      ratio: (limit / ours).toFixed(2),
      wanted: '≤ 1,000 ms',
      reached: ours <= 1_000,
    },
  ]
}

/** Copies of the session behind this cookie. */
export async function copySession(pool: pg.Pool, cookie: string, count: number): Promise<string[]> {
  const [name, secret = ''] = cookie.split('=')
  const secrets = Array.from({ length: count }, newSecret)
  await pool.query(
    'insert into sessions (sid, sess, expire) select unnest($1::text[]), sess, expire from sessions where sid = $2',
    [secrets.map(hashSecret), hashSecret(secret)],
  )
  return secrets.map((one) => `${name}=${one}`)
}

async function latency(
  port: number,
  path: string,
  cookies: string[],
  announce: () => Promise<unknown>,
): Promise<number> {
  let heard: number[] = []
  let all = () => {}
  const onNews = () => {
    heard.push(performance.now())
    if (heard.length === readers) all()
  }
  const sockets: Socket[] = []
  for (let opened = 0; opened < readers; opened += 100) {
    const some = Array.from({ length: 100 }, (_, n) => cookies[(opened + n) % cookies.length] ?? '')
    sockets.push(...(await Promise.all(some.map((cookie) => reader(port, path, cookie, onNews)))))
  }
  const p99s: number[] = []
  for (let round = 0; round < rounds; round++) {
    heard = []
    const everybody = new Promise<void>((resolve) => {
      all = resolve
    })
    const begun = performance.now()
    await Promise.all([announce(), everybody])
    p99s.push((heard[Math.floor(readers * 0.99)] ?? 0) - begun)
  }
  for (const socket of sockets) socket.destroy()
  return median(p99s)
}

/** Resolves once the stream is open. */
function reader(port: number, path: string, cookie: string, onNews: () => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', reject)
    socket.on('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\ncookie: ${cookie}\r\n\r\n`))
    socket.on('data', (bytes) => {
      // The first chunk may contain more than the preamble, including data.
      if (bytes.includes('"topics"')) onNews()
      else if (bytes.includes('retry: ')) resolve(socket)
    })
  })
}
