import type pg from 'pg'
import { inTurns } from './in-turns.ts'

type Given = { base: string; pool: pg.Pool; cookie: string }

const rounds = 5
const perRound = 200
const atOnce = 8

/** Approvals of different companies, beside as many bare transactions that write and announce the same. */
export async function measureReviews({ base, pool, cookie }: Given) {
  await pool.query(
    `insert into companies (name, contact_person_name, email, phone, created_at, updated_at)
     select 'Reviewed ' || n, 'Ada Lovelace', 'reviewed' || n || '@mail.test', '+59991234567', now(), now()
     from generate_series(1, $1::int) n`,
    [rounds * perRound],
  )
  const { rows } = await pool.query<{ id: string }>(
    `with task as (
       insert into tasks (title, description, date, created_at) values ('Bench run', 'A task for measuring', now(), now()) returning id
     )
     insert into task_proofs (task_id, company_id, content_urls, content_type, notice_version, submitted_at)
     select task.id, c.id, array['proofs/x.jpg'], 'image', 'bench', now()
     from task, (select id from companies where name like 'Reviewed %') c returning id`,
  )
  await pool.query('analyze')
  const waiting = rows.map(({ id }) => id)
  const approve = async () => {
    const id = waiting.shift()
    const reply = await fetch(`${base}/api/proofs/${id}/review`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ status: 'approved' }),
    })
    if (reply.status !== 200) throw new Error(await reply.text())
    await reply.arrayBuffer()
  }
  const bare = await bareTransaction(pool)
  const turns = await inTurns(
    rounds,
    () => perSecond(approve),
    () => perSecond(bare),
  )
  return [
    {
      what: `approvals with ledger, audit and announcement, ${atOnce} at once`,
      product: `${turns.product.toFixed(0)}/s`,
      bare: `${turns.bare.toFixed(0)}/s`,
      ratio: turns.ratio.toFixed(2),
      wanted: '≥ 0.35',
      reached: turns.ratio >= 0.35,
    },
  ]
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  let left = perRound
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await work()
    }),
  )
  return perRound / ((performance.now() - begun) / 1000)
}

/** One locked row, its update, the totals, a line in the ledger, one in the audit, an announcement and a commit. */
async function bareTransaction(pool: pg.Pool) {
  await pool.query(
    'create table bench_rows (id int primary key, n int); create table bench_log (id bigint generated always as identity primary key, n int, what text)',
  )
  await pool.query('insert into bench_rows select n, 0 from generate_series(1, $1::int) n', [2 * rounds * perRound])
  let next = 0
  return async () => {
    const [proof, company] = [++next, ++next]
    const client = await pool.connect()
    await client.query('begin')
    await client.query('select * from bench_rows where id = $1 for update', [proof])
    await client.query('update bench_rows set n = n + 1 where id = $1', [proof])
    await client.query('update bench_rows set n = n + 1 where id = $1', [company])
    await client.query('insert into bench_log (n, what) values ($1, $2)', [company, 'ledger'])
    await client.query('insert into bench_log (n, what) values ($1, $2)', [proof, 'audit'])
    await client.query("select pg_notify('bench', $1)", [String(proof)])
    await client.query('commit')
    client.release()
  }
}
