import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listStoredFiles } from '#server/backups.ts'
import { aPicture, askForGrant } from '#server/features/files/testing.ts'
import { someTasks } from '#server/features/proofs/testing.ts'
import { anEmptySystem, backUp, restore } from '#server/testing/data/restored.ts'
import { eventually } from '#server/testing/eventually.ts'
import { aBucket, endpoint, settings, withStore } from '#server/testing/network/s3-store.ts'
import { aFolder, startServer } from '#server/testing.ts'
import { days } from '../clock.ts'
import type { Platform } from '../platform.ts'
import { listArchives } from './archive/archive-names.ts'
import { nightlyBackupJob } from './nightly.ts'

type Server = Awaited<ReturnType<typeof startServer>>

/** Photos that are cleaned, as a store has them. */
async function addPhotos(server: Server) {
  const acme = await server.aCompany('acme')
  const [taskId] = await someTasks(server, 1)
  for (let n = 0; n < 3; n++) {
    const bytes = await aPicture()
    const { body: grant } = await askForGrant(acme, bytes, { taskId })
    const sent = await fetch(grant.url, { method: 'PUT', body: new Uint8Array(bytes), headers: grant.headers })
    expect(sent.ok, await sent.text()).toBe(true)
  }
  // A store does not tell what it was sent: the product looks when it is asked.
  expect((await acme('GET', `/api/tasks/${taskId}/draft`)).status).toBe(200)
  const left = sql`select from uploads where prepared_at is null`
  await eventually(async () => (await server.db.execute(left)).rows.length === 0, 'every photo cleaned')
}

async function hashesOf({ db, files }: Platform): Promise<string[]> {
  const lines: string[] = []
  for await (const path of listStoredFiles(db)) {
    const hash = createHash('sha256')
    for await (const chunk of (await files.readWhole(path))?.bytes ?? []) hash.update(chunk)
    lines.push(`${path} ${hash.digest('hex')}`)
  }
  return lines
}

describe.skipIf(!endpoint)('a backup of an S3 store', () => {
  test('is restored into another bucket, and into a folder', async () => {
    const server = await withStore()
    await addPhotos(server)
    const { file, manifest } = await backUp(server)
    expect(manifest).toMatchObject({ files: { count: 6, missing: 0 }, settings: { files: 's3' } })
    for (const environment of [settings(aBucket()), {}]) {
      const target = await anEmptySystem(server.clock, environment)
      await restore(target, file)
      expect(await hashesOf(target.platform)).toEqual(await hashesOf(server.platform))
    }
  })

  test('takes what was made of a folder, and refuses a bucket with something in it', async () => {
    const server = await startServer()
    await addPhotos(server)
    const { file } = await backUp(server)
    const environment = settings(aBucket())
    const target = await anEmptySystem(server.clock, environment)
    await restore(target, file)
    expect(await hashesOf(target.platform)).toEqual(await hashesOf(server.platform))

    const second = await anEmptySystem(server.clock, environment)
    await expect(restore(second, file)).rejects.toThrow('The file store is not empty')
  })

  test('is shared by nights, and restored with one of them', async () => {
    const server = await withStore()
    const config = { ...server.platform.config, backupDir: aFolder() }
    const job = nightlyBackupJob({ url: server.databaseUrl, listFiles: listStoredFiles })
    const run = () => job.run({ ...server.platform, config }, '', new AbortController().signal)
    const lying = () =>
      readdirSync(config.backupDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name))
        .map((entry) => `${entry.name} ${statSync(join(entry.parentPath, entry.name)).ino}`)
        .sort()
    await addPhotos(server)
    await run()
    const first = lying()
    server.clock.advance(days(1))
    server.platform.files.readWhole = () => Promise.reject(new Error('nothing is read again'))
    await run()
    expect(first.length).toBeGreaterThan(0)
    expect(lying()).toEqual(first)
    const [night] = await listArchives(config)
    const target = await anEmptySystem(server.clock, settings(aBucket()))

    await restore(target, night?.path ?? '')

    expect(await target.platform.files.isEmpty()).toBe(false)
  })
})
