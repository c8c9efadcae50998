import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ledger, someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { afterTest } from '#server/testing/after-test.ts'
import { eventually } from '#server/testing/eventually.ts'
import { atOnce, countWaiting, databaseWith, patiently, tally } from '#server/testing/guards.ts'
import { rewriteFunction, withoutTrigger } from '#server/testing/rules.ts'
import { type Caller, forBusyMachine, startServer } from '#server/testing.ts'
import { companyDaysZone } from '../tables.ts'
import { keepDaysInTimeZone, verifyCompanyDays, verifyTaskDays } from './days.ts'

/** A company with so many proofs of the same day; the first is approved, the others wait. A deadlock is seen in the log. */
async function startWith(count: number) {
  const other = await startServer()
  const beside = { ...other, bareDb: databaseWith(other.databaseUrl) }
  const server = await startServer({ beside, environment: { LOG_LEVEL: 'error' } })
  const root = await server.anAdmin()
  const acme = await server.aCompany()
  const ids = await waitingProofs(server, acme.companyId, await someTasks(server, count))
  const approve = (id: string | undefined, by: Caller = root) =>
    patiently(() => by('PATCH', `/api/proofs/${id}/review`, { status: 'approved' }))
  /** The same administrator in another process: what one process is asked at once it does in one transaction. */
  const elsewhere = async () => (await startServer({ beside: server })).caller(root.cookie)
  const reopen = (id: string | undefined) =>
    patiently(() => root('POST', `/api/proofs/${id}/reopening`, { note: 'Looked again' }))
  const adjust = () =>
    patiently(() => root('POST', `/api/companies/${acme.companyId}/points`, { points: 1, reason: 'One more' }))
  await approve(ids[0])
  const deadlocks = () => server.logs.filter((line) => line.includes('deadlock detected'))
  return { ...server, acme, ids, approve, elsewhere, reopen, adjust, deadlocks }
}

/** Without the guard both wait for longer: on a busy machine nobody gives up before the other comes. */
const withoutCompanyLock = {
  find: 'order by id for no key update',
  replacement: "; perform set_config('lock_timeout', '60000', true)",
}

async function connect(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  afterTest(() => client.end())
  return client
}

type Started = Awaited<ReturnType<typeof startWith>>

/** An approval and a reopening of the same company and day, both on their way when the row of the day becomes free. */
async function approveWhileReopening({ db, ids, approve, reopen }: Started) {
  const acting: Promise<{ status: number }>[] = []
  const waiting = (count: number) => eventually(async () => (await countWaiting(db)) >= count, `${count} to wait`)
  await db.transaction(async (tx: Tx) => {
    await tx.execute(sql`select 1 from company_days for update`)
    acting.push(approve(ids[1]))
    await waiting(1)
    acting.push(reopen(ids[0]))
    await waiting(2)
  })
  return Promise.all(acting)
}

test('an approval and a reopening of the same company do not wait for each other in a circle', async () => {
  const started = await startWith(2)

  const replies = await approveWhileReopening(started)

  expect([tally(replies), started.deadlocks()]).toEqual([{ 200: 2 }, []])
  expect([await verifyCompanyDays(started), await verifyTaskDays(started)]).toEqual([[], []])
})

test('red control: without the lock of the company they do', async () => {
  const started = await startWith(2)
  const restore = await rewriteFunction(started.db, 'keep_days_of_changed_proofs', withoutCompanyLock)

  try {
    await approveWhileReopening(started)
  } finally {
    await restore()
  }

  expect(started.deadlocks()).not.toEqual([])
})

test('approved, reopened and adjusted by many at once, the kept days are those of the ledger', async () => {
  const started = await startWith(12)
  const { ids, approve, reopen, adjust, db } = started

  const replies = await atOnce(60, (n) => {
    if (n % 5 === 4) return adjust()
    return n % 5 === 3 ? reopen(ids[n % 12]) : approve(ids[n % 12])
  })

  expect(Object.keys(tally(replies)).filter((status) => Number(status) >= 500)).toEqual([])
  expect([await verifyCompanyDays({ db }), (await ledger({ db })).differences, started.deadlocks()]).toEqual([
    [],
    [],
    [],
  ])
})

test('red control: a sum that is read before it is written loses points', async () => {
  const started = await startWith(3)
  const { db, ids, approve, elsewhere } = started
  const rootElsewhere = await elsewhere()
  const restore = await rewriteFunction(db, 'keep_days_of_changed_proofs', {
    find: 'kept.points   + excluded.points',
    replacement:
      '(select d.points from company_days d where d.company_id = kept.company_id and d.day = kept.day) + excluded.points',
  })
  const restoreLock = await rewriteFunction(db, 'keep_days_of_changed_proofs', withoutCompanyLock)

  const acting: Promise<unknown>[] = []
  try {
    await db.transaction(async (tx: Tx) => {
      await tx.execute(sql`select 1 from company_days for update`)
      acting.push(approve(ids[1]), approve(ids[2], rootElsewhere))
      await eventually(async () => (await countWaiting(db)) >= 2, 'both to wait')
    })
    await Promise.all(acting)
  } finally {
    await restoreLock()
    await restore()
  }

  expect(await verifyCompanyDays({ db })).not.toEqual([])
})

const companyOf = (letters: string | undefined) => `${letters}000000-0000-4000-8000-000000000000`

/** A proof of one task and day for each company, whose id begins with these letters. */
async function addWaitingProofs(db: Started['db'], letters: string[]) {
  const [task] = await someTasks({ db, clock: { now: () => new Date() } }, 1)
  await db.execute(
    sql`insert into companies (id, name, contact_person_name, email, phone, created_at, updated_at)
      select (letters || '000000-0000-4000-8000-000000000000')::uuid, 'Company ' || letters, 'Ada', letters || '@mail.test', '1', now(), now()
      from unnest(${sql.param(letters)}::text[]) letters`,
  )
  await db.execute(sql`insert into task_proofs (task_id, company_id, content_urls, content_type, notice_version, submitted_at)
    select ${task}, id, '{}', 'image', 'test', now() from companies where name like 'Company %'`)
}

/**
 * Two transactions that each decide two proofs of one task and day, in turns. With one row of the task's day for each first
 * letter of a company's id, as it once was, the second of each would wait for the first of the other.
 */
async function decideInTurns({ db, databaseUrl }: Started) {
  const [first, last] = await Promise.all([connect(databaseUrl), connect(databaseUrl)])
  const letters = ['00', '01', '11', '10']
  await addWaitingProofs(db, letters)
  const decide = (client: pg.Client, letter: string | undefined) =>
    client.query("update task_proofs set status = 'rejected' where company_id = $1", [companyOf(letter)])
  for (const client of [first, last]) await client.query('begin')
  await decide(first, letters[0])
  await decide(last, letters[2])
  const outcomes = await Promise.allSettled([
    decide(first, letters[1]).then(() => first.query('commit')),
    decide(last, letters[3]).then(() => last.query('commit')),
  ])
  return outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.message : 'committed'))
}

test('two transactions that decide several proofs of one task do not wait for each other', async () => {
  const started = await startWith(1)

  expect(await decideInTurns(started)).toEqual(['committed', 'committed'])

  expect(await verifyTaskDays(started)).toEqual([])
})

test('red control: with rows by company instead of by connection they wait in a circle', async () => {
  const started = await startWith(1)
  const restore = await rewriteFunction(started.db, 'task_day_slot', {
    find: 'pg_backend_pid() % 16',
    replacement: 'get_byte(uuid_send(company), 0) % 16',
  })

  const outcomes = await decideInTurns(started).finally(restore)

  expect(outcomes.toSorted()).toEqual(['committed', 'deadlock detected'])
})

/** Whether deciding proofs of two companies holds the second while it waits for the first. */
async function holdsSecondCompany({ db, databaseUrl }: Started) {
  await addWaitingProofs(db, ['00', '11'])
  const [first, deciding, asking] = await Promise.all([1, 2, 3].map(() => connect(databaseUrl)))
  if (!first || !deciding || !asking) throw new Error('three connections are needed')
  await first.query('begin')
  await first.query('select 1 from companies where id = $1 for update', [companyOf('00')])
  const update = "update task_proofs set status = 'rejected' where company_id = any($1::uuid[])"
  const decided = deciding.query(update, [['11', '00'].map(companyOf)])
  await eventually(async () => (await countWaiting(db)) > 0, 'the decisions to wait')
  const holding = await asking
    .query('select 1 from companies where id = $1 for update nowait', [companyOf('11')])
    .then(() => false)
    .catch((error: pg.DatabaseError) => error.code === '55P03')
  await first.query('commit')
  await decided
  return holding
}

test('decisions of one statement lock their companies in the order of their ids: two such never wait in a circle', async () => {
  const started = await startWith(1)

  expect(await holdsSecondCompany(started)).toBe(false)

  expect([await verifyCompanyDays(started), await verifyTaskDays(started)]).toEqual([[], []])
})

test('red control: in another order they hold a company that the others need first', async () => {
  const started = await startWith(1)
  const restore = await rewriteFunction(started.db, 'keep_days_of_changed_proofs', {
    find: 'order by id for no key update',
    replacement: 'order by id desc for no key update',
  })

  expect(await holdsSecondCompany(started).finally(restore)).toBe(true)
})

test('nobody waits behind a start with another time zone that waits for somebody who writes', async () => {
  const { platform, databaseUrl, db } = await startWith(1)
  // As everyone who hands in a proof.
  const lock = 'lock table task_proofs in row exclusive mode'
  const [slow, quick] = [await connect(databaseUrl), await connect(databaseUrl)]
  await slow.query(`begin; ${lock}`)

  const config = { ...platform.config, timeZone: 'Pacific/Auckland' }
  const rebuilding = keepDaysInTimeZone({ ...platform, config })
  await eventually(async () => (await countWaiting(db)) > 0, 'the start to wait')
  // Nobody who writes waits for longer; behind one that waits for as long as the first writes, this would give up.
  await quick.query(`set lock_timeout = ${forBusyMachine.lock}`)
  await quick.query(`begin; ${lock}; commit`)
  await slow.query('commit')

  await rebuilding
  expect(await db.select().from(companyDaysZone)).toMatchObject([{ timeZone: 'Pacific/Auckland' }])
})

test('red control: without its trigger the kept days of tasks are not those of the proofs', async () => {
  const started = await startWith(2)

  await withoutTrigger(started.db, 'task_proofs', 'proofs_kept_by_day_update', () => started.approve(started.ids[1]))

  expect(await verifyTaskDays(started)).toEqual([
    'Task 2, 2026-06-01: 1 pending, 0 approved, 0 rejected kept, 0 pending, 1 approved, 0 rejected counted',
  ])
})
