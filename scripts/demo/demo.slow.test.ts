import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { findRejectionReasons, otherReason, rejectionReasons } from '../../src/contract/proofs/rejection-reasons.ts'
import { withDatabase } from '../../src/server/testing.ts'
import { demoSeed, ensureWeek } from './create-week.ts'
import { expectedPoints, planWeek } from './plan.ts'
import { readDemoConfig } from './product.ts'

/** One company, with everything that happens to any of them. */
const plan = planWeek('test 5', { companies: 1, attendees: { past: 12, coming: 8 } })

function aFolder() {
  const folder = join(mkdtempSync(join(tmpdir(), 'week-demo-')), 'demo-data')
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }))
  return folder
}

let made = 0

/** A database of the tests' server with nothing in it, and a folder that is not there yet. */
async function aPlace() {
  const name = `demo_${process.pid}_${made++}`
  const server = new pg.Client({ connectionString: inject('databaseUrl') })
  await server.connect()
  await server.query(`create database ${name}`)
  const url = withDatabase(inject('databaseUrl'), name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await server.query(`drop database ${name}`)
    await server.end()
  })
  const environment = { DATA_DIR: aFolder(), DATABASE_URL: url, LOG_LEVEL: 'silent' }
  const config = readDemoConfig(environment)
  /** Rows as text, for comparing. */
  const ask = async (query: string) =>
    (await client.query({ text: query, rowMode: 'array' })).rows.map((row) => row.join(' '))
  return { config, environment, ask, client }
}

type Place = Awaited<ReturnType<typeof aPlace>>

/** Every number that somebody could see, by names instead of ids. */
const totals = async ({ ask }: Place) => ({
  companies: await ask('select name, total_points, total_calories_burned from companies order by name'),
  days: await ask(`select name, day - min(day) over (), points, pending, approved, rejected from company_days d join companies c on c.id = company_id
    order by 1, 2`),
  ledger: await ask('select kind, sum(points), count(*) from point_entries group by kind order by kind'),
  attendees:
    await ask(`select title, status, checked_in, count(*) from event_registrations r join events e on e.id = event_id
    group by 1, 2, 3 order by 1, 2, 3`),
  mails: await ask('select template, state, count(*) from outbox group by 1, 2 order by 1, 2'),
})

test('rejections have every reason of the review screen, and own words', () => {
  const notes = planWeek(demoSeed).steps.flatMap((step) =>
    step.do === 'decide' && step.status === 'rejected' ? [step.notes] : [],
  )

  expect(new Set(notes.flatMap(findRejectionReasons))).toEqual(new Set([...rejectionReasons, otherReason]))
})

test('the same seed is the same week, at whatever hour it is made and also after an interruption', async () => {
  const [one, other] = [await aPlace(), await aPlace()]

  await ensureWeek({ config: one.config, plan, now: new Date('2026-06-07T21:00:00Z') })
  // Half a minute after midnight in Curaçao, and stopped in the middle first.
  const early = { config: other.config, plan, now: new Date('2026-06-07T04:00:30Z') }
  const stopping = new AbortController()
  const onProgress = (sentence: string) => {
    if (sentence.startsWith('Playing the week: 3 of')) stopping.abort(new Error('Stopped.'))
  }
  await expect(ensureWeek({ ...early, onProgress, signal: stopping.signal })).rejects.toThrow('Stopped.')
  expect(await other.ask('select count(*) > 0 from uploads')).toEqual(['true'])
  await ensureWeek(early)

  const week = await totals(one)
  expect(await totals(other)).toEqual(week)
  expect(await one.ask('select sum(total_points) from companies')).toEqual([String(expectedPoints(plan))])
  const latest = `greatest(max(submitted_at), max(reviewed_at), (select max(checked_in_at) from event_registrations))`
  expect(await other.ask(`select ${latest} <= '2026-06-07T04:00:30Z' from task_proofs`)).toEqual(['true'])
  expect(new Set(plan.steps.map((step) => step.do)).size).toBe(12)
  expect(await one.ask('select distinct status from task_proofs order by 1')).toEqual([
    'approved',
    'pending',
    'rejected',
  ])
  expect(await one.ask('select count(*), bool_and(prepared_at is not null), min(fault) from uploads')).toEqual([
    `${plan.proofs.reduce((sum, { photos }) => sum + photos, 1)} true `,
  ])
  const verified = spawnSync(process.execPath, ['--import', 'tsx', 'src/server/commands/verify.ts'], {
    env: { ...process.env, ...one.environment },
    encoding: 'utf8',
  })
  expect(verified.stdout.trim()).toBe('1 companies, 0 differences')

  // Started again, it is the one that is there.
  const again = await ensureWeek({ config: one.config, plan, now: new Date('2026-06-09T12:00:00Z') })
  expect([again.state, again.madeAt]).toEqual(['ready', '2026-06-07T21:00:00.000Z'])
  expect(await totals(one)).toEqual(week)
})

test('a folder with anything else in it is refused in one line and stays as it is', async () => {
  const { config } = await aPlace()
  const folder = mkdtempSync(join(tmpdir(), 'week-other-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'holiday.jpg'), 'a photo')

  await expect(ensureWeek({ config: { ...config, dataDir: folder } })).rejects.toThrow(
    /^.*week-other-\w+ holds something that is not of the demo\. Choose another folder: DATA_DIR=\.\/my-demo npm run demo$/,
  )

  expect(readdirSync(folder)).toEqual(['holiday.jpg'])
})

test('a database with anything else in it is refused and stays as it is', async () => {
  const { config, client, ask } = await aPlace()
  await client.query('create table customers (name text)')
  await client.query(`insert into customers values ('Ada')`)

  await expect(ensureWeek({ config })).rejects.toThrow(
    'The database holds something that is not of this demo (table customers). Give it an empty one, or none: it then brings its own.',
  )

  expect(await ask(`select tablename from pg_tables where schemaname = 'public'`)).toEqual(['customers'])
  expect(existsSync(config.dataDir)).toBe(false)
})

test('a week of one database is not taken for that of another', async () => {
  const [one, other] = [await aPlace(), await aPlace()]
  const small = { ...plan, steps: [], proofs: [], attendees: [] }
  await ensureWeek({ config: one.config, plan: small })

  await expect(ensureWeek({ config: { ...other.config, dataDir: one.config.dataDir } })).rejects.toThrow(
    /is in another database \(.*demo_\d+_\d+\)\. Delete the folder, or use that database\.$/,
  )
})
