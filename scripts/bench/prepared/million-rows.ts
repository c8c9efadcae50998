import type pg from 'pg'

/** The migration whose schema the statements below match: the baseline. */
export const filledAfter = 0

const rows = 1_000_000

/** The tables that grow with a challenge, each with its key. `undefined`: append-only, rows cannot be updated. */
export const largeTables: Record<string, string | undefined> = {
  task_proofs: 'id',
  point_entries: undefined,
  event_registrations: 'id',
  door_scans: 'id',
  uploads: 'path',
  outbox: 'id',
  audit_entries: undefined,
}

/** Inserts a million rows into each of them, of 10,000 companies and 100 events. */
export async function fillMillions(client: pg.ClientBase, onProgress: (table: string) => void) {
  await client.query('set statement_timeout = 0; set synchronous_commit = off')
  for (const [table, statement] of Object.entries(statements)) {
    onProgress(table)
    await client.query(statement)
  }
  await client.query('vacuum analyze')
}

const series = (count: number) => `generate_series(1, ${count}) n`

const statements: Record<string, string> = {
  companies: `insert into companies (name, contact_person_name, email, phone, team_size, created_at, updated_at)
    select 'Company ' || n, 'Ada Lovelace', 'office' || n || '@mail.test', '+59991234567', 1 + n % 90, now(), now() from ${series(10_000)}`,
  tasks: `insert into tasks (title, date, created_at) select 'Task ' || n, now(), now() - interval '40 days' from ${series(100)}`,
  events: `insert into events (short_code, title, event_date, capacity, signing_key, public_key, created_at)
    select 'code' || n, 'Event ' || n, now(), 9000, 'key', 'key', now() from ${series(100)}`,
  task_proofs: `insert into task_proofs (task_id, company_id, content_urls, content_type, notice_version, submitted_at, status, reviewed_at,
      points_awarded, calories_awarded, admin_notes)
    select t.id, c.id, '{}', 'image', 'bench', at, status, case when status <> 'pending' then at + interval '1 hour' end,
      case when status = 'approved' then 10 end, case when status = 'approved' then 100 end, case when status = 'rejected' then 'Wrong task' end
    from (select id, row_number() over (order by id) as n from tasks) t, (select id, row_number() over (order by id) as n from companies) c,
      lateral (select now() - ((t.n * 7919 + c.n * 104729) % 2592000) * interval '1 second' as at,
        (array['approved', 'approved', 'approved', 'approved', 'rejected', 'pending'])[1 + (t.n + c.n) % 6] as status) made`,
  point_entries: `insert into point_entries (company_id, proof_id, kind, points, calories, effective_at, at, team_size)
    select company_id, case when status = 'approved' then id end, case when status = 'approved' then 'approve' else 'adjust' end, 10, 100,
      submitted_at, coalesce(reviewed_at, submitted_at), 9 from task_proofs`,
  event_registrations: `insert into event_registrations (event_id, first_name, last_name, email, phone, code, notice_version, registered_at, status)
    select e.id, 'Ada', 'Lovelace ' || n, 'ada' || n || '@mail.test', '+59991234567', 'C' || n, 'bench', now() - n * interval '1 second',
      (array['approved', 'approved', 'pending', 'rejected'])[1 + n % 4]
    from (select id, row_number() over (order by id) as nth from events) e, ${series(rows / 100)}`,
  door_scans: `insert into door_scans (event_id, registration_id, result, gate, scanned_by, nonce, at, received_at)
    select event_id, id, 'ok', 'Gate A', 'bench', gen_random_uuid(), now(), now() from event_registrations`,
  uploads: `insert into uploads (path, company_id, purpose, file_name, type, size, state, grant_hash, grant_expires_at, created_at, task_id)
    select 'proofs/' || replace(p.id::text, '-', '') || '.jpg', p.company_id, 'proof', 'run.jpg', 'image/jpeg', 1000,
      case when p.status = 'pending' then 'stored' else 'claimed' end, 'hash', now(), now(), p.task_id from task_proofs p`,
  outbox: `insert into outbox (id, to_name, to_address, template, subject, letter, state, next_attempt_at, give_up_at, created_at, sent_at)
    select gen_random_uuid(), 'Ada', 'ada' || n || '@mail.test', 'plain', 'Subject', '{"greeting":"Hello","paragraphs":["Words"]}', 'sent', now(), now(),
      now(), now() from ${series(rows)}`,
  audit_entries: `insert into audit_entries (at, actor, action, subject, subject_id)
    select submitted_at, 'root', status || ' proof', 'A task', id::text from task_proofs`,
}
