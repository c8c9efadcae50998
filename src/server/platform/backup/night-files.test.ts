import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { listStoredFiles } from '#server/backups.ts'
import { uploads } from '#server/features/files/tables.ts'
import { uploaded } from '#server/features/files/testing.ts'
import { someTasks } from '#server/features/proofs/testing.ts'
import { afterTest } from '#server/testing/after-test.ts'
import { entriesOf, writeEntries } from '#server/testing/data/forged-archive.ts'
import { anEmptySystem, restore } from '#server/testing/data/restored.ts'
import { eventually } from '#server/testing/eventually.ts'
import { aFolder, startServer } from '#server/testing.ts'
import { days } from '../clock.ts'
import { listArchives } from './archive/archive-names.ts'
import { judgeArchive } from './archive/judge-archive.ts'
import { openKeys } from './archive/keys.ts'
import { nightlyBackupJob } from './nightly.ts'

const secret = 'Trade-wind-and-salt-77'
const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== folder)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function pairOfOneSize(paths: string[]): [string, string] | undefined {
  const bySize = new Map<number, string>()
  for (const path of paths) {
    const other = bySize.get(statSync(path).size)
    if (other) return [other, path]
    bySize.set(statSync(path).size, path)
  }
  return undefined
}

/** Unlike any other, also when it is cleaned. */
const aNoisyPicture = () =>
  sharp(randomBytes(32 * 24 * 3), { raw: { width: 32, height: 24, channels: 3 } })
    .jpeg()
    .toBuffer()

/** A company with three photos, and nights in a folder of their own. */
async function aWeekWithNights(environment: Record<string, string> = {}) {
  const folder = aFolder()
  const server = await startServer({ environment: { BACKUP_DIR: folder, ...environment } })
  const acme = await server.aCompany('acme')
  const [taskId = ''] = await someTasks(server, 1)
  const addPhoto = async () => {
    await uploaded(acme, await aNoisyPicture(), { taskId })
    const waiting = sql`select from ${uploads} where prepared_at is null`
    await eventually(async () => (await server.db.execute(waiting)).rows.length === 0, 'every photo cleaned')
  }
  for (let n = 0; n < 3; n++) await addPhoto()
  const { config } = server.platform
  const job = nightlyBackupJob({ url: server.databaseUrl, listFiles: listStoredFiles })
  const run = () => job.run(server.platform, '', new AbortController().signal)
  async function nextNight() {
    server.clock.advance(days(1))
    await run()
  }
  const newest = async () => (await listArchives(config))[0]?.path ?? ''
  const judge = async (path?: string) => judgeArchive(path ?? (await newest()), openKeys(config))
  const stored = () => filesBelow(join(folder, 'backup-files'))
  const filesFolder = join(config.dataDir, 'files')
  return { ...server, acme, folder, addPhoto, run, nextNight, newest, judge, stored, filesFolder }
}

const seen = (paths: string[]) => paths.map((path) => `${path} ${statSync(path).ino} ${statSync(path).mtimeMs}`)
const hashesOf = (folder: string) => filesBelow(folder).map((path) => path.slice(folder.length) + hashOf(path))

describe('files of nights', () => {
  test('are kept once, and go with the last night that names them', async () => {
    const week = await aWeekWithNights({ BACKUP_KEEP: '2' })
    await week.run()
    const first = seen(week.stored())
    expect(week.stored().map((path) => path.slice(-64))).toEqual(week.stored().map(hashOf))

    await week.addPhoto()
    await week.nextNight()
    expect(seen(week.stored())).toEqual(expect.arrayContaining(first))
    expect(week.stored().length).toBeGreaterThan(first.length)

    const [thrown] = await week.db.select().from(uploads).limit(1)
    const gone = hashOf(join(week.filesFolder, thrown?.path ?? ''))
    expect((await week.acme('DELETE', `/api/uploads/${thrown?.path}`)).status).toBe(200)
    await week.nextNight()
    expect(readdirSync(week.folder).filter((name) => name.startsWith('backup-2'))).toHaveLength(2)
    expect(week.stored().some((path) => path.endsWith(gone))).toBe(true)
    await week.nextNight()
    expect(week.stored().some((path) => path.endsWith(gone))).toBe(false)
    await week.judge()
  })

  test('are restored with a night, into an empty system', async () => {
    const week = await aWeekWithNights()
    await week.run()
    await week.addPhoto()
    await week.nextNight()
    const target = await anEmptySystem(week.clock)

    await restore(target, await week.newest())

    expect(hashesOf(week.filesFolder).length).toBeGreaterThanOrEqual(8)
    expect(hashesOf(target.filesFolder)).toEqual(hashesOf(week.filesFolder))
  })

  test('are judged before a restore writes: changed or missing ones are named', async () => {
    const week = await aWeekWithNights()
    await week.run()
    const target = await anEmptySystem(week.clock)
    const [one = '', other = ''] = week.stored()
    const bytes = readFileSync(one)
    writeFileSync(
      one,
      bytes.map((byte, at) => (at === 100 ? byte ^ 1 : byte)),
    )
    await expect(restore(target, await week.newest())).rejects.toThrow(/which lies beside it, is not what was written/)
    writeFileSync(one, bytes)
    rmSync(other)
    await expect(restore(target, await week.newest())).rejects.toThrow(/is missing\. The folder .* copy it with them/)

    expect(await target.platform.files.isEmpty()).toBe(true)
    const { rows } = await target.bareDb.execute(sql`select from pg_tables where schemaname = 'public'`)
    expect(rows).toEqual([])
  })

  test('are copied anew when they were replaced by others of the same size', async () => {
    const week = await aWeekWithNights()
    await week.run()
    const [file] = filesBelow(week.filesFolder).filter((path) => path.includes('/proofs/'))
    const bytes = readFileSync(file ?? '')
    writeFileSync(file ?? '', Buffer.alloc(bytes.length, 7))
    utimesSync(file ?? '', new Date(), new Date(Date.now() + 5000))

    await week.nextNight()

    expect(week.stored().some((path) => path.endsWith(hashOf(file ?? '')))).toBe(true)
  })

  test('that a disk has damaged are found in one of sixteen nights and copied again', async () => {
    const week = await aWeekWithNights()
    await week.run()
    const [one = ''] = week.stored()
    const bytes = readFileSync(one)
    writeFileSync(one, Buffer.alloc(bytes.length, 7))

    const turn = Number.parseInt(one.slice(-64, -63), 16)
    for (let day = 0; day < 16; day++) {
      week.clock.advance(days(1))
      if (Math.floor(week.clock.now().getTime() / days(1)) % 16 === turn) await week.run()
    }

    expect(readFileSync(one).equals(bytes)).toBe(true)
    await week.judge()
  })

  test('are encrypted with the night, shared by the next, and restored with the passphrase only', async () => {
    const environment = { BACKUP_PASSPHRASE: secret, BACKUP_ENCRYPT: 'true' }
    const week = await aWeekWithNights(environment)
    await week.run()
    const first = seen(week.stored())
    await week.nextNight()
    expect(seen(week.stored())).toEqual(first)
    const plain = new Set(filesBelow(week.filesFolder).map(hashOf))
    for (const path of week.stored()) {
      expect(plain.has(path.slice(-64))).toBe(false)
      expect(readFileSync(path).subarray(0, 20).toString('latin1')).toBe('sports-week sealed 1')
    }
    const without = await anEmptySystem(week.clock)
    const target = await anEmptySystem(week.clock, { BACKUP_PASSPHRASE: secret })

    await expect(restore(without, await week.newest())).rejects.toThrow('is encrypted: set BACKUP_PASSPHRASE')
    await restore(target, await week.newest(), false)

    expect(hashesOf(target.filesFolder)).toEqual(hashesOf(week.filesFolder))
  })

  test('of a night that somebody forged are not believed by the next', async () => {
    const week = await aWeekWithNights()
    // A night also compares sizes, so the swapped files need the same one.
    for (let added = 0; added < 40 && !pairOfOneSize(filesBelow(week.filesFolder)); added++) await week.addPhoto()
    await week.run()
    const [first = '', second = ''] = pairOfOneSize(week.stored())?.map((path) => path.slice(-64)) ?? []
    expect(second).not.toBe('')
    const swap = (bytes: Buffer) =>
      Buffer.from(bytes.toString('latin1').replaceAll(first, '#').replaceAll(second, first).replaceAll('#', second))
    const path = await week.newest()
    writeEntries(
      path,
      entriesOf(path).map((entry) =>
        entry.name === 'shared-files.txt' ? { ...entry, bytes: swap(entry.bytes) } : entry,
      ),
    )

    await week.nextNight()

    await week.judge()
    const target = await anEmptySystem(week.clock)
    await restore(target, await week.newest())
    expect(hashesOf(target.filesFolder)).toEqual(hashesOf(week.filesFolder))
  })
})

describe('a night', () => {
  test('for which there is no room is refused before the disk is full, and leaves the others whole', async () => {
    const week = await aWeekWithNights()
    await week.run()
    await week.addPhoto()
    week.clock.advance(days(1))
    const before = [...readdirSync(week.folder).sort(), ...seen(week.stored())]
    const gibibyte = 1024 ** 3
    // Too little for the rows; enough for these and not for the files; less and less while it is written.
    for (const left of [[0], [1e9, 0], [1e9, 1e9, 0]]) {
      const looks = [...left]
      const readFreeSpace = async () => ({ free: gibibyte + (looks.shift() ?? 0), size: 100 * gibibyte })
      const job = nightlyBackupJob({ url: week.databaseUrl, listFiles: listStoredFiles, readFreeSpace })
      const running = job.run(week.platform, '', new AbortController().signal)
      await expect(running).rejects.toThrow(/^A backup needs [\d.]+ GB of room in .* 1\.07 GB are free .*BACKUP_KEEP/)
    }
    expect([...readdirSync(week.folder).sort(), ...seen(week.stored())]).toEqual(before)
    await week.judge()
  })

  test('that is killed in the middle leaves the earlier ones whole, and nothing after the next', async () => {
    const week = await aWeekWithNights()
    await week.run()
    const first = await week.newest()
    for (let n = 0; n < 3; n++) await week.addPhoto()
    const { dataDir } = week.platform.config
    const env = { PATH: process.env.PATH, DATABASE_URL: week.databaseUrl, DATA_DIR: dataDir, BACKUP_DIR: week.folder }
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/testing/data/hanging-night.ts'], { env })
    afterTest(async () => void child.kill('SIGKILL'))
    child.stderr.pipe(process.stderr)
    await once(child.stdout, 'data')
    const kept = week.stored()
    expect(readdirSync(week.folder).some((name) => name.endsWith('.partial'))).toBe(true)

    child.kill('SIGKILL')
    await once(child, 'exit')

    await week.judge(first)
    await week.nextNight()
    await week.judge(first)
    expect(readdirSync(week.folder).filter((name) => name.endsWith('.partial'))).toEqual([])
    const { shared } = await week.judge()
    const named = new Set([...shared.values()].map(({ stored }) => stored))
    expect(week.stored().map((path) => path.slice(-64))).toEqual([...named].sort())
    expect(kept.length).toBeGreaterThan(0)
  })

  test('that two processes begin at once is made once', async () => {
    const week = await aWeekWithNights()

    await Promise.all([week.run(), week.run()])

    expect(readdirSync(week.folder).filter((name) => name.startsWith('backup-2'))).toHaveLength(1)
    await week.judge()
  })

  test('red control: without the lock of backups two processes write one night', async () => {
    const week = await aWeekWithNights()
    // A connection with this search path finds the function that locks nothing before that of PostgreSQL.
    await week.bareDb.execute(sql`create function pg_advisory_lock(bigint) returns void language sql as ''`)
    afterTest(async () => void (await week.bareDb.execute(sql`drop function public.pg_advisory_lock(bigint)`)))
    const url = new URL(week.databaseUrl)
    url.searchParams.set('options', '-csearch_path=public,pg_catalog')
    let writers = 0
    // Asked for first by whoever has found that the night is needed.
    const readFreeSpace = async () => {
      writers++
      await eventually(() => writers > 1, 'the other process to begin', 20_000)
      return { free: 1e12, size: 1e12 }
    }
    const job = nightlyBackupJob({ url: url.href, listFiles: listStoredFiles, readFreeSpace })
    const run = () => job.run(week.platform, '', new AbortController().signal)

    const nights = await Promise.allSettled([run(), run()])

    expect(writers).toBeGreaterThan(1)
    expect(nights.map(({ status }) => status)).toContain('rejected')
  })
})
