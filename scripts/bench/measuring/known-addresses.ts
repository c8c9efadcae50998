import type pg from 'pg'

const rounds = 150

/**
 * A timing test: the answer time must not reveal a registered address. Compares new, known and recently mailed
 * addresses by turns, one after the other.
 */
export async function measureKnownAddresses({ url, pool }: { url: string; pool: pg.Pool }) {
  const register = async (email: string, from: string) => {
    const person = { firstName: 'Ada', lastName: 'Lovelace', phone: '+59991234567', email }
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
    const begun = performance.now()
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(person) })
    await reply.text()
    if (reply.status !== 201) throw new Error(`a registration was answered ${reply.status}`)
    return performance.now() - begun
  }
  const source = (n: number) => `172.16.${n >> 8}.${n & 255}`
  for (let n = 0; n < rounds; n++) {
    for (const kind of ['due', 'paused']) await register(`${kind}${n}@known.test`, source(n))
  }
  await pool.query(
    `update event_registrations set mailed_at = mailed_at - interval '11 minutes' where email like 'due%@known.test'`,
  )
  const times: Record<'new' | 'due' | 'paused', number[]> = { new: [], due: [], paused: [] }
  for (let n = 0; n < rounds; n++) {
    for (const kind of ['new', 'due', 'paused'] as const) {
      times[kind].push(await register(`${kind}${n}@known.test`, source(n)))
    }
  }
  const median = (kind: keyof typeof times) => times[kind].toSorted((a, b) => a - b)[rounds / 2] ?? 0
  const unknown = median('new')
  const known = [median('due'), median('paused')]
  const ratios = known.map((time) => time / unknown)
  return {
    what: 'registering a known address (mailed again, paused) beside an unknown one, medians',
    product: known.map((time) => `${time.toFixed(1)} ms`).join(', '),
    bare: `${unknown.toFixed(1)} ms`,
    ratio: ratios.map((ratio) => ratio.toFixed(2)).join(', '),
    wanted: '0.85 to 1.15',
    reached: ratios.every((ratio) => ratio >= 0.85 && ratio <= 1.15),
  }
}
