import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listStoredFiles } from '#server/backups.ts'
import { readMetrics } from '#server/testing/metrics.ts'
import { aFolder, startServer } from '#server/testing.ts'
import { days, hours, minutes } from '../clock.ts'
import { readConfig } from '../config.ts'
import { judgeArchive } from './archive/judge-archive.ts'
import { openKeys } from './archive/keys.ts'
import { nightlyBackupJob, startOfNight } from './nightly.ts'

/** By the clock of the tests it is eight in the morning in Curaçao. */
async function aServerWithBackups(environment: Record<string, string> = {}) {
  const folder = aFolder()
  const server = await startServer({ environment: { BACKUP_DIR: folder, ...environment } })
  const job = nightlyBackupJob({ url: server.databaseUrl, listFiles: listStoredFiles })
  const run = () => job.run(server.platform, '', new AbortController().signal)
  return { ...server, folder, run, archives: () => readdirSync(folder).sort() }
}

test('every night has one backup, of which as many are kept as BACKUP_KEEP says, fourteen without it', async () => {
  const { clock, run, archives, folder, platform } = await aServerWithBackups({ BACKUP_KEEP: '3' })
  expect(readConfig({}).backupKeep).toBe(14)
  writeFileSync(join(folder, 'notes.txt'), 'mine')

  await run()
  await run()
  expect(archives()).toEqual(['backup-2026-06-01T12-00-00Z.tar', 'notes.txt'])
  await judgeArchive(join(folder, 'backup-2026-06-01T12-00-00Z.tar'), openKeys(platform.config))

  clock.advance(hours(18.9))
  await run()
  expect(archives()).toHaveLength(2)
  clock.advance(minutes(10))
  await run()
  expect(archives()).toHaveLength(3)

  for (let night = 0; night < 3; night++) {
    clock.advance(days(1))
    await run()
  }
  expect(archives()).toHaveLength(4)
  expect(archives()[0]).toBe('backup-2026-06-03T07-04-00Z.tar')
})

test('metrics say how old and how large the newest backup is', async () => {
  const { clock, run, visitor } = await aServerWithBackups()
  expect((await readMetrics(visitor)).text).toContain('backup_archives 0\n')
  await run()
  clock.advance(hours(2))

  const { text } = await readMetrics(visitor)

  expect(text).toContain('backup_archives 1\n')
  expect(text).toContain('backup_age_seconds 7200\n')
  expect(text).toMatch(/\nbackup_size_bytes \d{4,}\n/)
})

test('administrators read whether last night had its backup', async () => {
  const { clock, run, anAdmin } = await aServerWithBackups()
  const admin = await anAdmin()
  const read = async () => (await admin('GET', '/api/admin/backups')).body
  expect(await read()).toEqual({ isScheduled: true, isLate: false, kept: 0, newest: null })
  await run()

  clock.advance(hours(30))
  const newest = { madeAt: '2026-06-01T12:00:00.000Z', bytes: expect.any(Number) }
  expect(await read()).toEqual({ isScheduled: true, isLate: false, kept: 1, newest })
  clock.advance(minutes(1))
  expect(await read()).toMatchObject({ isLate: true })
})

test('where no backups are made administrators read that', async () => {
  const { anAdmin } = await startServer()

  const { body } = await (await anAdmin())('GET', '/api/admin/backups')

  expect(body).toEqual({ isScheduled: false, isLate: false, kept: 0, newest: null })
})

test('a stop ends a backup and leaves nothing', async () => {
  const { platform, databaseUrl, archives } = await aServerWithBackups()
  await platform.db.execute(sql`insert into attempts (key, count, window_ends) values ('one', 1, now())`)
  const job = nightlyBackupJob({ url: databaseUrl, listFiles: listStoredFiles })

  await expect(job.run(platform, '', AbortSignal.abort(new Error('The server stops')))).rejects.toThrow('stops')

  expect(archives()).toEqual([])
})

test.each([
  ['2026-06-01T12:00:00.500Z', 'America/Curacao', '2026-06-01T07:00:00.000Z'],
  ['2026-06-01T06:59:59.000Z', 'America/Curacao', '2026-05-31T07:00:00.000Z'],
  ['2026-06-01T07:00:00.000Z', 'America/Curacao', '2026-06-01T07:00:00.000Z'],
  ['2026-06-01T00:30:00.000Z', 'Europe/Amsterdam', '2026-05-31T01:00:00.000Z'],
])('the night of %s in %s began at %s', (now, timeZone, began) => {
  expect(startOfNight(new Date(now), timeZone).toISOString()).toBe(began)
})
