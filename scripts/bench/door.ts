import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import type pg from 'pg'
import { payloadOf, signedPart } from '../../src/contract/door/codes.ts'
import { createEvent, createPost } from '../rig/accounts.ts'
import { inTurns, lineOf, perSecondOf } from './measuring/in-turns.ts'
import { measure } from './measuring/load.ts'

type Given = { base: string; port: number; pool: pg.Pool; cookie: string }

/** Both exceed the check-ins of one turn. */
const sizes = [4_000, 20_000]
const atOnce = 8
const rounds = 5
const warmUpTurns = 3
const seconds = 1

type Person = { id: string; payload: string }

/**
 * Check-ins by signed codes, compared with the bare transaction: one guarded update, one insert. Large events must cost
 * no more.
 */
export async function measureCheckIns(given: Given) {
  const lines = []
  for (const size of sizes) lines.push(await measureEvent(given, size))
  return lines
}

async function measureEvent({ base, port, pool, cookie }: Given, size: number) {
  const soon = new Date(Date.now() + 60 * 60_000).toISOString()
  const { id: eventId } = await createEvent(createPost(base), { eventDate: soon })
  const people = await approvedCodes(pool, eventId, size)
  const path = `/api/events/${eventId}/check-in`
  let waiting: Person[] = []
  const take = () => {
    const person = waiting.pop()
    if (!person) throw new Error('Nobody is left to check in')
    return person
  }
  const letEverybodyOut = async () => {
    await pool.query('update event_registrations set checked_in = false where event_id = $1 and checked_in', [eventId])
    waiting = [...people]
  }
  const next = () => {
    const body = JSON.stringify({ payload: take().payload, nonce: randomUUID(), gate: 'Gate A' })
    const head = `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncookie: ${cookie}`
    return Buffer.from(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  }
  const product = async () => {
    await letEverybodyOut()
    const { perSecond, failures } = await measure({ port, path, connections: atOnce, seconds, next })
    if (failures > 0) throw new Error(`${failures} check-ins failed`)
    return perSecond
  }
  const bare = async () => {
    await letEverybodyOut()
    return withoutCounts(pool, async () => {
      const rate = await perSecondOf(atOnce, seconds, () => bareCheckIn(pool, eventId, take().id))
      // Triggers are off here, so the counts stay as they were: check everybody out before they are on again.
      await letEverybodyOut()
      return rate
    })
  }
  await inTurns(warmUpTurns, product, bare)
  const turns = await inTurns(rounds, product, bare)
  const crowd = `${atOnce} at once, of ${size.toLocaleString('en')} people`
  return lineOf(`check-ins by signed code with log, counts and announcement, ${crowd}`, turns, 0.35)
}

/** Written directly into the tables: the benchmark measures the door, not approvals. */
async function approvedCodes(pool: pg.Pool, eventId: string, size: number): Promise<Person[]> {
  const { rows: keys } = await pool.query<{ signing_key: string }>('select signing_key from events where id = $1', [
    eventId,
  ])
  const { rows } = await pool.query<{ id: string }>(
    `insert into event_registrations (event_id, first_name, last_name, email, phone, status, code, issue, registered_at, notice_version)
     select $1, 'Ada', 'Lovelace ' || n, 'bench' || n || '@mail.test', '1', 'approved', 'B-' || n, 1, now(), 'bench'
     from generate_series(1, $2::int) n returning id`,
    [eventId, size],
  )
  await pool.query('analyze')
  const key = createPrivateKey({ key: Buffer.from(keys[0]?.signing_key ?? '', 'base64'), format: 'der', type: 'pkcs8' })
  return rows.map(({ id }) => {
    const signed = signedPart(eventId, id, 1)
    return { id, payload: payloadOf(signed, sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' })) }
  })
}

/** Disables the counting triggers, so that the bare transaction writes only its two rows. Foreign keys stay. */
async function withoutCounts<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const set = (how: 'enable' | 'disable') =>
    pool.query(`alter table event_registrations ${how} trigger user; alter table door_scans ${how} trigger user`)
  await set('disable')
  try {
    return await work()
  } finally {
    await set('enable')
  }
}

async function bareCheckIn(pool: pg.Pool, eventId: string, id: string) {
  const client = await pool.connect()
  await client.query('begin')
  await client.query(
    'update event_registrations set checked_in = true, checked_in_at = now() where id = $1 and not checked_in',
    [id],
  )
  await client.query(
    `insert into door_scans (event_id, registration_id, result, gate, scanned_by, nonce, at, received_at)
     values ($1, $2, 'ok', 'Bare', 'bench', $3, now(), now())`,
    [eventId, id, randomUUID()],
  )
  await client.query('commit')
  client.release()
}
