import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eraseDue, listStoredFiles } from '#server/backups.ts'
import { registrations } from '#server/features/registrations/tables.ts'
import { anEvent, aRegistration } from '#server/testing/data/events.ts'
import { anEmptySystem, backUp, restore } from '#server/testing/data/restored.ts'
import { databaseAt } from '#server/testing/data/upgrade.ts'
import { aFolder, SetClock, startServer, startWorld } from '#server/testing.ts'
import { verifyTotals } from '#server/verify-totals.ts'
import { days } from '../clock.ts'
import { readConfig } from '../config.ts'
import { migrate, readMigrations } from '../database/migrating/migrate.ts'
import { outbox } from '../mail/tables.ts'
import { judgeArchive } from './archive/judge-archive.ts'
import { openKeys } from './archive/keys.ts'
import { upgradeWithSnapshot } from './before-upgrade.ts'
import { runDrill } from './drill.ts'
import { restoreArchive } from './restore.ts'

/** A database of an older release with a person in it, and where its snapshots go. */
async function anOldDatabase() {
  const { pool } = await databaseAt(0)
  await pool.query(
    `insert into users (email, password, first_name, last_name, created_at, updated_at)
     values ('ada@mail.test', 'x', 'Ada', 'Lovelace', now(), now())`,
  )
  const url = String(pool.options.connectionString)
  return { pool, url, folder: aFolder() }
}

test('rows are kept before the schema is changed, once for many that start, and are restored with the newer schema', async () => {
  const old = await anOldDatabase()
  const config = readConfig({ DATA_DIR: aFolder(), BACKUP_DIR: old.folder })
  const now = new Date('2026-06-01T12:00:00Z')
  const upgrade = () => upgradeWithSnapshot(old.url, config, now, () => migrate(old.pool))

  await Promise.all([upgrade(), upgrade(), upgrade()])
  await upgrade()

  expect(readdirSync(old.folder)).toEqual(['before-upgrade-2026-06-01T12-00-00Z-0001.tar'])
  const target = await anEmptySystem(new SetClock())
  writeFileSync(join(target.filesFolder, 'kept.jpg'), 'what was there')
  await restore(target, join(old.folder, 'before-upgrade-2026-06-01T12-00-00Z-0001.tar'))
  const { rows } = await target.pool.query('select email from users')
  expect(rows).toEqual([{ email: 'ada@mail.test' }])
  const { rows: applied } = await target.pool.query('select 1 from schema_migrations')
  expect(applied).toHaveLength(readMigrations().length)
  expect(existsSync(join(target.filesFolder, 'kept.jpg'))).toBe(true)
})

test('a schema is not changed where its rows cannot be kept, and a new database needs no snapshot', async () => {
  const old = await anOldDatabase()
  const file = join(old.folder, 'a-file')
  writeFileSync(file, '')
  const config = readConfig({ DATA_DIR: old.folder, BACKUP_DIR: join(file, 'below') })

  await expect(upgradeWithSnapshot(old.url, config, new Date(), () => migrate(old.pool))).rejects.toThrow(
    'was not upgraded',
  )
  const { rows } = await old.pool.query('select 1 from schema_migrations')
  expect(rows).toHaveLength(1)

  const target = await anEmptySystem(new SetClock())
  await upgradeWithSnapshot(target.databaseUrl, config, new Date(), () => migrate(target.pool))
})

test('an archive of a newer release is refused with both names', async () => {
  const server = await startServer()
  await server.db.execute(sql`insert into attempts (key, count, window_ends) values ('one', 1, now())`)
  const { file } = await backUp(server)
  const target = await anEmptySystem(server.clock)
  const archive = await judgeArchive(file, openKeys(server.platform.config))
  const newer = { name: '9999_something-new', hashes: [...archive.manifest.schema.hashes, 'f'.repeat(64)] }
  const manifest = { ...archive.manifest, release: '9.9.0', schema: newer }
  const system = {
    url: target.databaseUrl,
    config: target.platform.config,
    files: target.platform.files,
    now: new Date(),
  }

  await expect(restoreArchive(system, { ...archive, manifest })).rejects.toThrow(
    /release 9\.9\.0 with the schema 9999_something-new.*knows the schema up to \d{4}_/,
  )
})

test('people whose data was deleted after the backup are deleted again by its restore, with the mails that are held', async () => {
  const { root: admin, ...server } = await startWorld({ root: 'admin' })
  const event = await anEvent(admin)
  await aRegistration(server.visitor, admin, event.id)
  const { file } = await backUp(server)
  server.clock.advance(days(120))
  const target = await anEmptySystem(server.clock)

  await restore(target, file)
  expect(await target.platform.db.$count(registrations)).toBe(1)
  await eraseDue(target.platform)

  expect(await target.platform.db.$count(registrations)).toBe(0)
  expect(await target.platform.db.$count(outbox, eq(outbox.toAddress, 'ada@mail.test'))).toBe(0)
})

test('a drill restores an archive elsewhere, compares it and leaves nothing behind', async () => {
  const server = await startServer()
  await server.aCompany('acme')
  const { file } = await backUp(server)

  const { differences, archive } = await runDrill({
    path: file,
    config: server.platform.config,
    compare: async (platform) => (await verifyTotals(platform)).differences,
    listFiles: listStoredFiles,
  })

  expect(differences).toEqual([])
  expect(archive.manifest.tables.find(({ name }) => name === 'companies')?.rows).toBe(1)
})
