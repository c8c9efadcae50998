import type pg from 'pg'

type Given = { base: string; pool: pg.Pool; cookie: string }

const proofs = 1_000
const atOnce = 8

/** Approvals of different companies, beside the same number of bare transactions with as many writes. */
export async function measureReviews({ base, pool, cookie }: Given) {
  const { rows } = await pool.query<{ id: string }>(
    `with task as (
       insert into tasks (title, description, date, created_at) values ('Bench run', 'A task for measuring', now(), now()) returning id
     )
     insert into task_proofs (task_id, company_id, content_urls, content_type, notice_version, submitted_at)
     select task.id, c.id, array['proofs/x.jpg'], 'image', 'bench', now() from task, (select id from companies order by id limit $1) c
     returning id`,
    [proofs],
  )
  const waiting = rows.map(({ id }) => id)
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let id = waiting.shift(); id; id = waiting.shift()) {
        const reply = await fetch(`${base}/api/proofs/${id}/review`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json', cookie },
          body: JSON.stringify({ status: 'approved' }),
        })
        if (reply.status !== 200) throw new Error(await reply.text())
        await reply.arrayBuffer()
      }
    }),
  )
  const ours = proofs / ((performance.now() - begun) / 1000)
  const bare = await bareTransactions(pool)
  return [
    {
      what: `approvals with ledger, audit and announcement, ${atOnce} at once`,
      product: `${ours.toFixed(0)}/s`,
      bare: `${bare.toFixed(0)}/s`,
      ratio: (ours / bare).toFixed(2),
      wanted: '–',
      reached: true,
    },
  ]
}

/** One locked row, two updates, two inserts and a commit: what an approval cannot do without. */
async function bareTransactions(pool: pg.Pool): Promise<number> {
  await pool.query(
    'create table if not exists bench_rows (id int primary key, n int); create table if not exists bench_log (n int)',
  )
  await pool.query('insert into bench_rows select n, 0 from generate_series(1, $1::int) n on conflict do nothing', [
    proofs,
  ])
  const waiting = Array.from({ length: proofs }, (_, n) => n + 1)
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let n = waiting.shift(); n; n = waiting.shift()) {
        const client = await pool.connect()
        await client.query('begin')
        await client.query('select * from bench_rows where id = $1 for update', [n])
        await client.query('update bench_rows set n = n + 1 where id = $1', [n])
        await client.query('update bench_rows set n = n + 1 where id = $1', [n])
        await client.query('insert into bench_log values ($1)', [n])
        await client.query('insert into bench_log values ($1)', [n])
        await client.query('commit')
        client.release()
      }
    }),
  )
  return proofs / ((performance.now() - begun) / 1000)
}
