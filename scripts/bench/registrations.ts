import type pg from 'pg'
import { createEvent, createPost } from '../rig/accounts.ts'
import { startServer } from '../rig/product.ts'
import { inTurns, type Line, lineOf } from './measuring/in-turns.ts'
import { measureKnownAddresses } from './measuring/known-addresses.ts'
import { measure } from './measuring/load.ts'

/** Concurrent people: a queue at a desk, a full lobby, and the hall after the speech. */
const crowds = [16, 32, 50]
const rounds = 5
const seconds = 2
const warmUp = 6
const plainServer = 'scripts/bench/measuring/plain-registrations.mjs'
/** Times as many as the plain server. */
const wanted = 1.5
const burst = { people: 1_000, seconds: 10 }

type Given = { base: string; port: number; pool: pg.Pool; databaseUrl: string }

/** Registrations beside a plain server, a burst of a thousand, and the answer time of known addresses. */
export async function measureRegistrations({ base, port, pool, databaseUrl }: Given): Promise<Line[]> {
  const { id: eventId } = await createEvent(createPost(base))
  const plain = await startServer('--import', 'tsx', plainServer, databaseUrl, eventId)
  try {
    const path = `/api/events/${eventId}/register`
    const lines: Line[] = []
    for (const atOnce of crowds) {
      const register = async (port: number, path: string, seconds: number) => {
        const load = { port, path, status: 201, connections: atOnce, next: () => aRequest(path), seconds }
        const { perSecond, failures } = await measure(load)
        if (failures > 0) throw new Error(`${failures} registrations at ${path} failed`)
        return perSecond
      }
      const ofProduct = (time = seconds) => register(port, path, time)
      const ofPlain = (time = seconds) => register(plain.port, '/', time)
      // A warm-up compiles both: cold processes do not represent the day.
      await ofProduct(warmUp)
      await ofPlain(warmUp)
      const turns = await inTurns(rounds, ofProduct, ofPlain)
      const what = `registrations with mail and limit, ${atOnce} at once, beside a plain server that writes one row`
      lines.push(lineOf(what, turns, wanted))
    }
    const url = base + path
    return [...lines, await measureBurst(url), await measureKnownAddresses({ url, pool })]
  } finally {
    await plain.stop()
  }
}

/** The burst after the speech: a thousand people, evenly over ten seconds, in an open loop. */
async function measureBurst(url: string) {
  const times: number[] = []
  let failures = 0
  await Promise.all(
    Array.from({ length: burst.people }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, (n * burst.seconds * 1000) / burst.people))
      const begun = performance.now()
      const { headers, body } = somebody()
      const reply = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
      if (reply?.status !== 201) failures++
      await reply?.text()
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

let people = 0

function somebody() {
  const n = ++people
  const body = JSON.stringify({
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `ada${n}@mail.test`,
    phone: '+59991234567',
  })
  const from = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  return { body, headers: { 'content-type': 'application/json', 'x-forwarded-for': from } }
}

function aRequest(path: string): Buffer {
  const { headers, body } = somebody()
  const lines = Object.entries({ ...headers, host: 'bench', 'content-length': body.length })
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`,
  )
}
