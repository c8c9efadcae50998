import { Agent, request } from 'node:http'
import pg from 'pg'
import { joinEmbedded } from '../../src/server/platform/database/embedded.ts'
import { admin, startProduct } from './processes.ts'

const atOnce = 16
const many = 3_000
const burst = { people: 1_000, seconds: 10 }

/** Its own product: behind a proxy, so that everybody comes from elsewhere, as on the day. */
export async function measureRegistrations() {
  const product = await startProduct({ TRUST_PROXY: '127.0.0.1' })
  const database = await joinEmbedded({ dataDir: product.dataDir })
  const pool = new pg.Pool({ connectionString: database.url, max: atOnce })
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  try {
    const eventId = await anEvent(`http://127.0.0.1:${product.port}`)
    const register = (name: string) => post(product.port, `/api/events/${eventId}/register`, name, agent)
    await inTurns(300, (n) => register(`warm${n}`))
    await bareCommits(pool, 300)
    // In turns, so that a busy moment of the machine hits both.
    const rounds = { ours: [] as number[], bare: [] as number[] }
    for (const round of ['a', 'b']) {
      rounds.ours.push(await inTurns(many, (n) => register(`${round}${n}`)))
      rounds.bare.push(await bareCommits(pool, many))
    }
    const [ours, bare] = [Math.max(...rounds.ours), Math.max(...rounds.bare)]
    return [
      {
        what: `registrations with mail and limit, ${atOnce} at once, beside single-row commits`,
        product: `${ours.toFixed(0)}/s`,
        bare: `${bare.toFixed(0)}/s`,
        ratio: (ours / bare).toFixed(2),
        wanted: '≥ 0.5',
        reached: ours / bare >= 0.5,
      },
      await measureBurst(register),
    ]
  } finally {
    agent.destroy()
    await pool.end()
    await database.stop()
    await product.stop()
  }
}

/** Everybody after the speech: a thousand people, evenly over ten seconds, nobody waiting for the one before. */
async function measureBurst(register: (name: string) => Promise<void>) {
  const times: number[] = []
  let failures = 0
  await Promise.all(
    Array.from({ length: burst.people }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, (n * burst.seconds * 1000) / burst.people))
      const begun = performance.now()
      await register(`burst${n}`).catch(() => failures++)
      times.push(performance.now() - begun)
    }),
  )
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  return {
    what: `${burst.people.toLocaleString('en')} registrations in ${burst.seconds} s`,
    product: `p95 ${p95.toFixed(0)} ms, ${failures} errors`,
    bare: '–',
    ratio: '–',
    wanted: '0 errors, p95 < 250 ms',
    reached: failures === 0 && p95 < 250,
  }
}

/** How many a second, `atOnce` at a time. */
async function inTurns(count: number, work: (n: number) => Promise<unknown>): Promise<number> {
  let next = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await work(next++)
    }),
  )
  return count / ((performance.now() - begun) / 1000)
}

/** One row of the size of a registration and a commit: what nobody can do without. */
async function bareCommits(pool: pg.Pool, count: number): Promise<number> {
  await pool.query(
    'create table if not exists bench_rows (id uuid primary key default gen_random_uuid(), name text, email text, at timestamptz default now())',
  )
  return inTurns(count, (n) =>
    pool.query({
      name: 'bare',
      text: 'insert into bench_rows (name, email) values ($1, $2)',
      values: ['Ada Lovelace', `ada${n}@mail.test`],
    }),
  )
}

let sender = 0

function post(port: number, path: string, name: string, agent: Agent): Promise<void> {
  sender++
  const body = JSON.stringify({
    firstName: name,
    lastName: 'Lovelace',
    email: `${name}@mail.test`,
    phone: '+59991234567',
  })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': `10.${(sender >> 16) & 255}.${(sender >> 8) & 255}.${sender & 255}`,
  }
  return new Promise((resolve, reject) => {
    const sending = request({ port, path, method: 'POST', headers, agent }, (response) => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 201 ? resolve() : reject(new Error(`registering answered ${response.statusCode}`)),
      )
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

async function anEvent(base: string): Promise<string> {
  const send = async (path: string, body: unknown, cookie = '') =>
    fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const { email, password } = admin
  const cookie = (await send('/api/auth/login', { email, password })).headers.get('set-cookie')?.split(';')[0]
  const event = { title: 'Bench run', description: 'An event for measuring', eventDate: '2099-01-01T10:00:00Z' }
  const reply = await send('/api/events', event, cookie)
  if (reply.status !== 201) throw new Error(await reply.text())
  return ((await reply.json()) as { id: string }).id
}
