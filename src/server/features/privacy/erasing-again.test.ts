import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eraseDue } from '#server/backups.ts'
import { backupFolderOf } from '#server/platform/backup/archive/archive-names.ts'
import { address, marker, withPlanted } from '#server/testing/data/planted-person.ts'
import { anEmptySystem, backUp, restore } from '#server/testing/data/restored.ts'
import { findMarker } from '#server/testing/database/find-marker.ts'
import { startWorld } from '#server/testing.ts'
import { erase, eraseAgain, keepErased } from './service.ts'

test('an archive from before brings nobody back who was erased since', { timeout: 120_000 }, async () => {
  const server = await withPlanted()
  const archive = await backUp(server, join(backupFolderOf(server.platform.config), 'week.tar'))
  await server.admin('POST', '/api/admin/erasures', { email: address })
  const target = await anEmptySystem(server.clock)
  await restore(target, archive.file)
  expect(await findMarker(target.bareDb, marker)).toContain('companies.name')
  const file = join(target.filesFolder, server.path)
  expect(existsSync(file)).toBe(true)

  // As the restoring command does it, with what lies beside the archive.
  await eraseDue(target.platform, dirname(archive.file))

  expect(await findMarker(target.bareDb, marker)).toEqual([])
  expect(existsSync(file)).toBe(false)
})

test('cut off between its rows and its files, an erasure is finished by a sweep', { timeout: 60_000 }, async () => {
  const { db, platform, filesFolder, path, admin } = await withPlanted()
  const file = join(filesFolder, path)
  const files = Object.assign(Object.create(platform.files), { remove: () => Promise.reject(new Error('cut off')) })

  await erase({ ...platform, files }, 'command line', address).catch(() => undefined)

  expect(await findMarker(db, marker)).toEqual([])
  expect(existsSync(file)).toBe(true)
  await eraseDue(platform)
  expect(existsSync(file)).toBe(false)
  expect((await admin('GET', '/api/auth/user')).status).toBe(200)
})

test('who was erased after a backup is erased again when its rows come back', { timeout: 60_000 }, async () => {
  const { admin, db, platform, company } = await withPlanted()
  await admin('POST', '/api/admin/erasures', { email: address })
  // As after a restore: the rows are those of before, and what the database knew of erasures is gone.
  await db.execute(sql`delete from erasures`)
  await db.execute(sql`update users set email = ${address}, erased_at = null where id = ${company.userId}`)
  await db.execute(sql`update companies set name = ${marker} where id = ${company.companyId}`)

  expect(await eraseAgain(platform)).toBe(1)

  expect(await findMarker(db, marker)).toEqual([])
})

test('what a restore that was cut off left to do is done by a job', { timeout: 60_000 }, async () => {
  const { admin, db, platform, company } = await withPlanted()
  await admin('POST', '/api/admin/erasures', { email: address })
  const before = await db.execute(sql`select id_hash from erasures order by 1`)
  await db.execute(sql`delete from erasures`)
  await db.execute(sql`update users set email = ${address}, erased_at = null where id = ${company.userId}`)

  await keepErased(platform)

  expect(await findMarker(db, marker)).toEqual([])
  expect((await db.execute(sql`select id_hash from erasures order by 1`)).rows).toEqual(before.rows)
})

test('an administrator who was erased stays so after a restore, also where no other is left', async () => {
  const { anAdmin, platform, db, root: admin } = await startWorld({ root: 'admin' })
  const second = await anAdmin(marker)
  await admin('POST', '/api/admin/erasures', { email: second.email })
  await db.execute(sql`delete from erasures`)
  await db.execute(
    sql`update users set email = ${second.email}, erased_at = null, disabled_at = null where id = ${second.userId}`,
  )
  await db.execute(sql`update users set disabled_at = now() where id = ${admin.userId}`)

  expect(await eraseAgain(platform)).toBe(1)

  expect(await findMarker(db, marker)).toEqual([])
})
