import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { uploads } from '#server/features/files/tables.ts'
import { uploaded } from '#server/features/files/testing.ts'
import { someTasks } from '#server/features/proofs/testing.ts'
import { anEmptySystem, backUp, restore } from '#server/testing/data/restored.ts'
import { contents } from '#server/testing/database/contents.ts'
import { eventually } from '#server/testing/eventually.ts'
import { type Changed, startServerWith } from '#server/testing/guards.ts'
import { judgeArchive } from './archive/judge-archive.ts'
import { openKeys } from './archive/keys.ts'
import { makeHeader } from './archive/tar.ts'

/** Path and hash of every file in the folder that a row can name. */
function hashesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== folder)
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file.slice(folder.length)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)
    .sort()
}

/** Companies with rows in many tables and photos that are cleaned. */
async function aSmallWeek(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const acme = await server.aCompany('acme')
  await server.aCompany('second', { name: 'Wörk & "Söhne"' })
  const awkward = 'tab\t, line\nbreak, \\N, \\., quote " and 🏃'
  await server.db.execute(sql`insert into attempts (key, count, window_ends) values (${awkward}, 1, now())`)
  const [taskId = ''] = await someTasks(server, 3)
  for (let n = 0; n < 3; n++) await uploaded(acme, undefined, { taskId })
  const unprepared = sql`select count(*)::int as waiting from ${uploads} where prepared_at is null`
  await eventually(async () => (await server.db.execute(unprepared)).rows[0]?.waiting === 0, 'every photo cleaned')
  return { ...server, acme, taskId }
}

describe('a backup', () => {
  test('holds every table of the schema, every row and every file, and restores them into an empty system', async () => {
    const week = await aSmallWeek()
    const { file, manifest } = await backUp(week)
    const target = await anEmptySystem(week.clock)

    await restore(target, file)

    const { rows } = await week.db.execute<{ tablename: string }>(
      sql`select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
    )
    expect(manifest.tables.map(({ name }) => name)).toEqual(rows.map(({ tablename }) => tablename))
    // The next start gives the folder an identity of its own; mails that waited are held.
    const without = { without: ['files_folder', 'outbox'] }
    expect(await contents(target.bareDb, without)).toEqual(await contents(week.bareDb, without))
    expect(hashesBelow(week.filesFolder).length).toBeGreaterThanOrEqual(6)
    expect(hashesBelow(target.filesFolder)).toEqual(hashesBelow(week.filesFolder))
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('restores sequences, references and triggers as they were', async () => {
    const week = await aSmallWeek()
    const { file } = await backUp(week)
    const target = await anEmptySystem(week.clock)
    await restore(target, file)

    const describeSchema = sql`select json_agg(line order by line) as lines from (
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgrelid::regclass || ' ' || pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      union all select sequencename || ' ' || coalesce(last_value, 0) from pg_sequences where schemaname = 'public') as all_of_them(line)`
    const lines = async (db: typeof week.bareDb) => (await db.execute(describeSchema)).rows[0]
    expect(await lines(target.bareDb)).toEqual(await lines(week.bareDb))
  })

  test('is one moment, also while people go on writing', async () => {
    const week = await aSmallWeek()
    let isOver = false
    // Both rows or none.
    const writing = (async () => {
      for (let n = 0; !isOver; n++) {
        await week.db.transaction(async (tx) => {
          await tx.execute(sql`insert into attempts (key, count, window_ends) values (${`first ${n}`}, 1, now())`)
          await tx.execute(
            sql`insert into jobs (kind, key, run_at, created_at) values ('second', ${String(n)}, now(), now())`,
          )
        })
      }
    })()
    const { file } = await backUp(week)
    isOver = true
    await writing
    const target = await anEmptySystem(week.clock)
    await restore(target, file)

    const { rows } = await target.bareDb.execute<{ first: number; second: number }>(
      sql`select (select count(*)::int from attempts where key like 'first %') as first,
        (select count(*)::int from jobs where kind = 'second') as second`,
    )
    expect(rows[0]?.first).toBe(rows[0]?.second)
  })

  test('names what is missing in the file store, and goes on', async () => {
    const week = await aSmallWeek()
    const [lost] = await week.db.select().from(uploads)
    await week.platform.files.remove(lost?.path ?? '')

    const { manifest, missingNames } = await backUp(week)

    expect(missingNames).toEqual([lost?.path])
    expect(manifest.files).toMatchObject({ missing: 1 })
  })

  /** Between the rows and the first file. */
  async function throwAwayWhileCopying(...changes: Changed[]) {
    const week = await aSmallWeek(...changes)
    const [thrown] = await week.db.select().from(uploads)
    const path = thrown?.path ?? ''
    const { files } = week.platform
    let isRemoved: boolean | undefined
    const readWhole = files.readWhole.bind(files)
    files.readWhole = async (wanted) => {
      files.readWhole = readWhole
      const gone = await week.acme('DELETE', `/api/uploads/${path}`)
      expect(gone.status).toBe(200)
      isRemoved = (await files.sizeOf(path)) === undefined
      return readWhole(wanted)
    }

    const { missingNames } = await backUp(week)
    return { path, isRemoved, missingNames }
  }

  test('keeps a file that is thrown away while it is made', async () => {
    expect(await throwAwayWhileCopying()).toMatchObject({ isRemoved: false, missingNames: [] })
  })

  test('red control: without the lock the file is gone before it is copied', async () => {
    const withoutLock = { find: /pg_try_advisory_xact_lock_shared/, without: () => ({ text: 'select true as free' }) }

    const { path, ...found } = await throwAwayWhileCopying(withoutLock)

    expect(found).toEqual({ isRemoved: true, missingNames: expect.arrayContaining([path]) })
  })

  test('never replaces another one, and leaves nothing when it fails', async () => {
    const week = await aSmallWeek()
    const { file } = await backUp(week)
    await expect(backUp(week, file)).rejects.toThrow('exists')

    week.platform.files.readWhole = async () => {
      throw new Error('the disk is broken')
    }
    const second = `${file}.second`
    await expect(backUp(week, second)).rejects.toThrow('the disk is broken')
    expect(readdirSync(join(file, '..'))).toEqual(['week.tar'])
  })
})

describe('an archive that is not what was written', () => {
  test('is refused whichever byte was flipped', async () => {
    const week = await aSmallWeek()
    const { file } = await backUp(week)
    const whole = readFileSync(file)
    const damaged = `${file}.damaged`
    const keys = openKeys(week.platform.config)
    const judge = (path: string) => judgeArchive(path, keys)
    // Spread over headers, rows, files, padding, manifest, hashes, signature and the end.
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 300)) {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      writeFileSync(damaged, bytes)
      await expect(judge(damaged), `byte ${at}`).rejects.toThrow(/archive|manifest/i)
    }
    await judge(file)
  })

  test('is refused wherever it is cut, and nothing is touched', async () => {
    const week = await aSmallWeek()
    const { file, bytes } = await backUp(week)
    const target = await anEmptySystem(week.clock)
    for (const length of [bytes - 1, bytes - 512, bytes - 1024, bytes - 3000, Math.floor(bytes / 2), 700, 512, 1, 0]) {
      truncateSync(file, length)
      await expect(restore(target, file), `${length} of ${bytes} bytes`).rejects.toThrow(/archive/i)
    }
    const { rows } = await target.bareDb.execute(sql`select 1 from pg_tables where schemaname = 'public'`)
    expect(rows).toEqual([])
    expect(hashesBelow(target.filesFolder)).toEqual([])
  })

  test.each(['../outside', '/etc/passwd', 'files/../../outside', 'files/a/../../b', 'files/a b', 'rows/users;drop'])(
    'cannot name %s',
    (name) => {
      expect(() => makeHeader(name, 1)).toThrow('cannot be put in an archive')
    },
  )
})

describe('a restore', () => {
  test('refuses a database and a file store that hold anything', async () => {
    const week = await aSmallWeek()
    const { file } = await backUp(week)
    const beside = { ...(await anEmptySystem(week.clock)), databaseUrl: week.databaseUrl }
    await expect(restore(beside, file)).rejects.toThrow('The database is not empty')

    const target = await anEmptySystem(week.clock)
    writeFileSync(join(target.filesFolder, 'somebody.jpg'), 'theirs')
    await expect(restore(target, file)).rejects.toThrow('The file store is not empty')
    expect(readFileSync(join(target.filesFolder, 'somebody.jpg'), 'utf8')).toBe('theirs')
    const { rows } = await target.bareDb.execute(sql`select 1 from pg_tables where schemaname = 'public'`)
    expect(rows).toEqual([])
  })

  test('that was cut off can be done again', async () => {
    const week = await aSmallWeek()
    const { file } = await backUp(week)
    const target = await anEmptySystem(week.clock)
    const { files } = target.platform
    const replace = files.replace.bind(files)
    let put = 0
    files.replace = async (...file) => {
      if (++put === 4) throw new Error('the power is gone')
      await replace(...file)
    }
    await expect(restore(target, file)).rejects.toThrow('the power is gone')
    const { rows } = await target.bareDb.execute(sql`select 1 from pg_tables where schemaname = 'public'`)
    expect(rows).toEqual([])

    files.replace = replace
    await restore(target, file)
    expect(hashesBelow(target.filesFolder)).toEqual(hashesBelow(week.filesFolder))
    expect(existsSync(join(target.filesFolder, 'restoring'))).toBe(false)
  })
})
