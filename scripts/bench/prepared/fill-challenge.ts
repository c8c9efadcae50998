import type pg from 'pg'

const companies = 10_000
/** Each company has one proof per task. */
const tasks = 100
export const days = 30

/**
 * A month of 10,000 companies and 1,000,000 proofs; returns the id of one of the companies. By SQL: a million proofs
 * through the API would take hours. The product's triggers maintain the sums.
 */
export async function fillChallenge(pool: pg.Pool): Promise<string> {
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
  await fillLedger(client)
  await client.query('vacuum analyze')
  await client.query(`select pg_notify('sports_week', '{"topics":["leaderboard"],"audience":"everyone"}')`)
  const { rows } = await client.query<{ id: string }>(`select id from companies where name = 'Analytics 77'`)
  client.release()
  return rows[0]?.id ?? ''
}

/** Inserts what approvals would have written: a ledger entry for each, and the totals. */
async function fillLedger(client: pg.PoolClient) {
  await client.query(
    `insert into point_entries (company_id, proof_id, kind, points, calories, team_size, effective_at, at)
     select p.company_id, p.id, 'approve', p.points_awarded, p.calories_awarded, c.team_size, p.submitted_at, p.reviewed_at
     from task_proofs p join companies c on c.id = p.company_id where p.status = 'approved'`,
  )
  await client.query(
    `update companies c set total_points = l.points, total_calories_burned = l.calories, reached_at = l.reached_at,
       per_person_millionths = l.per_person
     from (select company_id, sum(points) as points, sum(calories) as calories, max(effective_at) as reached_at,
         sum(round(points * 1000000::numeric / greatest(team_size, 5))) as per_person
       from point_entries group by company_id) l where l.company_id = c.id`,
  )
}
