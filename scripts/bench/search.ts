import type pg from 'pg'
import { p95 } from './measuring/p95.ts'

const wanted = 100
const companies = 10_000
const people = 100_000
const events = 20

/** Texts that find one thing, some, almost everything and nothing. */
const texts = ['ada lovelace 77123', 'office4711@', 'lagoon', 'an', 'zzzz nowhere']

type Given = { base: string; pool: pg.Pool; cookie: string }

/** The search of everything with many companies and people, compared with an empty round trip to the database. */
export async function measureSearch({ base, pool, cookie }: Given) {
  for (const statement of filling) await pool.query(statement)
  const bare = await p95(40, () => pool.query('select 1'))
  const lines = []
  for (const text of texts) {
    const took = await p95(40, async () => {
      const reply = await fetch(`${base}/api/search?q=${encodeURIComponent(text)}`, { headers: { cookie } })
      if (reply.status !== 200) throw new Error(`${text}: ${reply.status}`)
      await reply.arrayBuffer()
    })
    lines.push({
      what: `search for "${text}" in 10,000 companies and 100,000 people, p95`,
      product: `${took.toFixed(0)} ms`,
      bare: `${bare.toFixed(1)} ms (select 1)`,
      ratio: (bare / took).toFixed(2),
      wanted: `≤ ${wanted} ms`,
      reached: took <= wanted,
    })
  }
  return lines
}

const names = `(array['Lagoon Labs', 'Salt Works', 'Kadushi Kitchens', 'Álvarez & Sons', 'Harbour Freight'])`

const filling = [
  `insert into users (email, password, is_admin, created_at, updated_at)
   select 'login' || n || '@mail.test', 'none', false, now(), now() from generate_series(1, ${companies}) n`,
  `insert into companies (name, contact_person_name, email, phone, user_id, created_at, updated_at)
   select ${names}[1 + n % 5] || ' ' || n, 'Ada Lovelace', 'office' || n || '@mail.test', '+59991234567', u.id, now(), now()
   from generate_series(1, ${companies}) n join users u on u.email = 'login' || n || '@mail.test'`,
  `insert into events (short_code, title, event_date, signing_key, public_key, created_at)
   select 'search' || n, 'Beach run ' || n, now() + n * interval '1 day', 'key', 'key', now() from generate_series(1, ${events}) n`,
  `insert into event_registrations (event_id, first_name, last_name, email, phone, company_name, code, qr_code_payload, notice_version,
     registered_at, status)
   select e.id, (array['Ada', 'Ben', 'Cleo', 'Zoë', 'Norwin'])[1 + n % 5], 'Lovelace ' || n, 'person' || n || '@mail.test', '+59991234567',
     ${names}[1 + n % 5], 'C' || n, repeat('q', 200), 'bench', now(), 'approved'
   from generate_series(1, ${people}) n join (select id, row_number() over (order by id) as nth from events) e on e.nth = 1 + n % ${events}`,
  'vacuum analyze',
]
