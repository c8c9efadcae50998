import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nameArchive } from '#server/platform/backup/archive/archive-names.ts'
import { aFolder } from '#server/testing.ts'
import { aProduct, expectOnlyFault, faultsOf, named } from './testing.ts'

test.each([
  [180_004, /^PostgreSQL 18\.4 has security holes that 18\.6 closes: install 18\.6 or a newer 18 and restart it/],
  [150_018, /^PostgreSQL 15\.18 has security holes that 15\.19 closes/],
])('a PostgreSQL with known security holes is named, with what to install: %i', async (databaseVersion, sentence) => {
  const { look } = await aProduct()

  expectOnlyFault(await look({}, { databaseVersion }), 'database-release', sentence)
})

test('a PostgreSQL that has every known security fix, or is newer than this release, is well', async () => {
  const { look } = await aProduct()
  for (const databaseVersion of [180_006, 180_010, 170_011, 190_000])
    expect(faultsOf(await look({}, { databaseVersion })), String(databaseVersion)).toEqual([])
})

test('the file that signs backups is named, to be kept elsewhere, and a damaged one is a fault', async () => {
  const { look, dataDir } = await aProduct()

  const signed = await look()
  const withPassphrase = await look({ BACKUP_PASSPHRASE: 'Trade-wind-and-salt-77', BACKUP_ENCRYPT: 'true' })
  writeFileSync(join(dataDir, 'backup.key'), 'nonsense')
  const damaged = await look()

  expect(named(signed, 'backup-key')?.sentence).toMatch(/with \S+backup\.key: keep a copy of it elsewhere/)
  expect(named(withPassphrase, 'backup-key')?.sentence).toBe('Backups are signed and encrypted with BACKUP_PASSPHRASE.')
  expectOnlyFault(damaged, 'backup-key', /backup\.key is damaged: put a copy/)
})

test('a disk on which the next night has no room is named before that night', async () => {
  const { look, platform } = await aProduct()
  const BACKUP_DIR = aFolder()
  const last = nameArchive({ ...platform.config, backupDir: BACKUP_DIR }, new Date())
  writeFileSync(last, '')
  truncateSync(last, 100e9)
  const withRoom = (free: number) => look({ BACKUP_DIR }, { readFreeSpace: async () => ({ free, size: 400e9 }) })

  expectOnlyFault(await withRoom(50e9), 'backup-room', /^The next night has no room: A backup needs 126 GB of room in /)
  expect(faultsOf(await withRoom(130e9))).toEqual([])
})
