import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import type pg from 'pg'
import { payloadOf, signedPart } from '../../src/contract/door/codes.ts'

type Given = { base: string; pool: pg.Pool; cookie: string }

const attendees = 2_000
const atOnce = 8

/** Check-ins by signed codes at an event of two thousand, beside the bare transaction: one guarded update, one insert. */
export async function measureCheckIns({ base, pool, cookie }: Given) {
  const headers = { 'content-type': 'application/json', cookie }
  const soon = new Date(Date.now() + 60 * 60_000).toISOString()
  const form = { title: 'Bench run', description: 'An event for measuring', eventDate: soon }
  const created = await fetch(`${base}/api/events`, { method: 'POST', headers, body: JSON.stringify(form) })
  const { id: eventId } = (await created.json()) as { id: string }
  const codes = await approvedCodes(pool, eventId)

  const ours = await perSecond(codes, async (payload) => {
    const reply = await fetch(`${base}/api/events/${eventId}/check-in`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ payload, nonce: randomUUID(), gate: 'Gate A' }),
    })
    const { result } = (await reply.json()) as { result: string }
    if (result !== 'ok') throw new Error(result)
  })
  const { rows } = await pool.query<{ id: string }>(
    'update event_registrations set checked_in = false where event_id = $1 returning id',
    [eventId],
  )
  const bare = await perSecond(
    rows.map(({ id }) => id),
    (id) => bareCheckIn(pool, eventId, id),
  )
  return {
    what: `check-ins by signed code with log, counts and announcement, ${atOnce} at once`,
    product: `${ours.toFixed(0)}/s`,
    bare: `${bare.toFixed(0)}/s`,
    ratio: (ours / bare).toFixed(2),
    wanted: '≥ 50/s',
    reached: ours >= 50,
  }
}

/** Straight into the tables: what is measured is the door, not the approving. */
async function approvedCodes(pool: pg.Pool, eventId: string): Promise<string[]> {
  const { rows: keys } = await pool.query<{ signing_key: string }>('select signing_key from events where id = $1', [
    eventId,
  ])
  const { rows } = await pool.query<{ id: string }>(
    `insert into event_registrations (event_id, first_name, last_name, email, phone, status, code, issue, registered_at, notice_version)
     select $1, 'Ada', 'Lovelace ' || n, 'bench' || n || '@mail.test', '1', 'approved', 'B-' || n, 1, now(), 'bench'
     from generate_series(1, $2::int) n returning id`,
    [eventId, attendees],
  )
  const key = createPrivateKey({ key: Buffer.from(keys[0]?.signing_key ?? '', 'base64'), format: 'der', type: 'pkcs8' })
  return rows.map(({ id }) => {
    const signed = signedPart(eventId, id, 1)
    return payloadOf(signed, sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }))
  })
}

async function perSecond(things: string[], work: (thing: string) => Promise<void>): Promise<number> {
  const waiting = [...things]
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let thing = waiting.shift(); thing; thing = waiting.shift()) await work(thing)
    }),
  )
  return things.length / ((performance.now() - begun) / 1000)
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
