import type pg from 'pg'

type Given = { base: string; pool: pg.Pool; cookie: string }

const companies = 10_000
/** Each company has a proof for each of them. */
const tasks = 100
const days = 30
const wanted = 300

/** Every analytics call for a challenge of a month with a million proofs, beside a round trip to the database that asks nothing. */
export async function measureAnalytics({ base, pool, cookie }: Given) {
  const companyId = await fill(pool)
  const whole = `from=${dayBefore(days - 1)}&to=${dayBefore(0)}`
  const calls = {
    'the overview of 30 days': `/api/analytics/overview?${whole}`,
    'the overview without a period': '/api/analytics/overview',
    'the overview of a day': `/api/analytics/overview?from=${dayBefore(3)}&to=${dayBefore(3)}`,
    'the CSV file of 10,000 companies': `/api/analytics/companies.csv?${whole}`,
    'the analytics of a company': `/api/companies/${companyId}/analytics?${whole}`,
  }
  const bare = await p95(40, () => pool.query('select 1'))
  const lines = []
  for (const [name, path] of Object.entries(calls)) {
    const took = await p95(20, async () => {
      const reply = await fetch(base + path, { headers: { cookie } })
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`)
      await reply.arrayBuffer()
    })
    lines.push({
      what: `${name}, 1,000,000 proofs, p95`,
      product: `${took.toFixed(0)} ms`,
      bare: `${bare.toFixed(1)} ms (select 1)`,
      ratio: (bare / took).toFixed(2),
      wanted: `≤ ${wanted} ms`,
      reached: took <= wanted,
    })
  }
  return lines
}

const dayBefore = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)

/** By SQL: through the API a million proofs would take hours. The triggers of the product keep the sums as they do for one. */
async function fill(pool: pg.Pool): Promise<string> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query(
    `insert into companies (name, contact_person_name, email, phone, team_size, created_at, updated_at)
     select 'Analytics ' || n, 'Ada Lovelace', 'analytics' || n || '@mail.test', '+59991234567', 1 + n % 90, now(), now()
     from generate_series(1, $1::int) n`,
    [companies],
  )
  await client.query(
    `insert into tasks (title, date, created_at) select 'Analytics ' || n, now() - interval '40 days', now() - interval '40 days'
     from generate_series(1, $1::int) n`,
    [tasks],
  )
  for (let part = 0; part < 10; part++) {
    await client.query(
      `insert into task_proofs (task_id, company_id, content_urls, content_type, notice_version, submitted_at, status, reviewed_at,
         points_awarded, calories_awarded, rejection_reasons)
       select t.id, c.id, '{}', 'image', 'bench', at, status, case when status <> 'pending' then at + (t.n * 7 + c.n * 13) % 2880 * interval '1 minute' end,
         case when status = 'approved' then 10 + t.n % 40 end, case when status = 'approved' then 100 end,
         case when status = 'rejected' then array['Wrong task'] end
       from (select id, row_number() over (order by id) as n from tasks where title like 'Analytics %') t,
         (select id, substr(name, 11)::int as n from companies where name like 'Analytics %') c,
         lateral (select now() - ((t.n * 7919 + c.n * 104729) % ($2::int * 86400)) * interval '1 second' as at,
           (array['approved', 'approved', 'approved', 'approved', 'rejected', 'pending'])[1 + (t.n + c.n) % 6] as status) made
       where c.n % 10 = $1`,
      [part, days],
    )
  }
  await client.query(
    'vacuum analyze task_proofs, company_days, task_days, review_days, rejection_days, companies, tasks',
  )
  const { rows } = await client.query<{ id: string }>(`select id from companies where name = 'Analytics 77'`)
  client.release()
  return rows[0]?.id ?? ''
}

async function p95(rounds: number, call: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  // The first ones warm up what a server in use has warm.
  for (let round = -3; round < rounds; round++) {
    const begun = performance.now()
    await call()
    if (round >= 0) times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY
}
