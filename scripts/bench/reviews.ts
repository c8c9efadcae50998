import type pg from 'pg'
import { inTurns, lineOf, perSecondOf } from './measuring/in-turns.ts'
import { measure } from './measuring/load.ts'

type Given = { port: number; pool: pg.Pool; cookie: string }

const rounds = 5
const seconds = 1
const warmUp = 3
const atOnce = 8
/** As many as the fastest machine approves in the run. */
const proofs = 60_000
/** More rounds, because the compared difference is a twentieth. */
const roundsOfDays = 11

/**
 * Approvals of different companies, compared with bare transactions that write and announce the same, and with
 * approvals that skip the analytics days.
 */
export async function measureReviews({ port, pool, cookie }: Given) {
  const waiting = await waitingProofs(pool)
  const headers = `host: bench\r\ncontent-type: application/json\r\ncookie: ${cookie}`
  const body = JSON.stringify({ status: 'approved' })
  const next = () => {
    const id = waiting.pop()
    if (!id) throw new Error('No proof is left to approve')
    return Buffer.from(
      `PATCH /api/proofs/${id}/review HTTP/1.1\r\n${headers}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
  }
  const approvals = async (time: number) => {
    const { perSecond, failures } = await measure({ port, path: '', connections: atOnce, seconds: time, next })
    if (failures > 0) throw new Error(`${failures} approvals failed`)
    return perSecond
  }
  const bare = await bareTransaction(pool)
  const setDays = (state: 'enable' | 'disable') =>
    pool.query(`alter table task_proofs ${state} trigger proofs_kept_by_day_update`)
  const withDays = async (state: 'enable' | 'disable') => {
    await setDays(state)
    // PostgreSQL discards its plans for this table, and plans five times with the statement's values.
    await approvals(seconds / 2)
    return approvals(seconds)
  }
  // A warm-up compiles both, as for registrations.
  await approvals(warmUp)
  await perSecondOf(atOnce, warmUp, bare)
  const turns = await inTurns(
    rounds,
    () => approvals(seconds),
    () => perSecondOf(atOnce, seconds, bare),
  )
  const kept = await inTurns(
    roundsOfDays,
    () => withDays('enable'),
    () => withDays('disable'),
  )
  await setDays('enable')
  return [
    lineOf(`approvals with ledger, audit and announcement, ${atOnce} at once`, turns, 0.35),
    lineOf('approvals that keep the days of the analytics, beside such that do not', kept, 0.95),
  ]
}

async function waitingProofs(pool: pg.Pool): Promise<string[]> {
  await pool.query(
    `insert into companies (name, contact_person_name, email, phone, created_at, updated_at)
     select 'Reviewed ' || n, 'Ada Lovelace', 'reviewed' || n || '@mail.test', '+59991234567', now(), now()
     from generate_series(1, $1::int) n`,
    [proofs],
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
  return rows.map(({ id }) => id)
}

/** One locked row, its update, the totals, a ledger entry, an audit entry, an announcement and a commit. */
async function bareTransaction(pool: pg.Pool) {
  await pool.query(
    'create table bench_rows (id int primary key, n int); create table bench_log (id bigint generated always as identity primary key, n int, what text)',
  )
  await pool.query('insert into bench_rows select n, 0 from generate_series(1, $1::int) n', [200_000])
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
