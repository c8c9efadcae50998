import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseServerUser, superuser } from '@sports-week/embedded-postgres/data-folder'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { aFolder } from '#server/testing.ts'
import { type Config, readConfig } from '../../config.ts'
import { startEmbedded } from '../../database/embedded.ts'
import { migrate } from '../../database/migrating/migrate.ts'
import { upgradePostgres } from './upgrade-postgres.ts'

const distributions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
const older = distributions.filter((major) => Number(major) >= 14 && Number(major) < 18).at(-1)
const binariesFolder = `/usr/lib/postgresql/${older}/bin`
if (!older) console.warn('\nNOT TESTED: the upgrade of PostgreSQL (no PostgreSQL 14 to 17 of the distribution)\n')

/** A folder with a database that an older PostgreSQL made, as an earlier release would have. */
async function anOlderSystem(): Promise<Config> {
  const config = readConfig({ DATA_DIR: aFolder(), LOG_LEVEL: 'silent' })
  const dbDir = join(config.dataDir, 'db')
  mkdirSync(dbDir, { mode: 0o700 })
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(aFolder(), 'password')
  writeFileSync(passwordFile, password)
  const runAs = await chooseServerUser('/nowhere')
  for (const path of runAs ? [config.dataDir, dbDir, passwordFile, join(passwordFile, '..')] : [])
    chownSync(path, runAs?.uid ?? 0, runAs?.gid ?? 0)
  execFileSync(
    join(binariesFolder, 'initdb'),
    ['-D', dbDir, '-U', superuser, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '-E', 'UTF8', '--locale=C'],
    { ...runAs, stdio: 'ignore', cwd: '/' },
  )
  writeFileSync(join(dbDir, 'launcher-password'), password, { mode: 0o600 })
  if (runAs) chownSync(join(dbDir, 'launcher-password'), runAs.uid, runAs.gid)
  const started = await startEmbedded({ dataDir: config.dataDir, binariesFolder })
  await inDatabase(started, async (pool) => {
    await migrate(pool)
    await pool.query(
      `insert into attempts (key, count, window_ends) select 'kept ' || n, n, now() from generate_series(1, 500) n`,
    )
    await pool.query(`insert into outbox (id, to_name, to_address, template, subject, letter, next_attempt_at, give_up_at, created_at)
      values (gen_random_uuid(), 'Ada', 'ada@mail.test', 'welcome', 'Ünïcode 🏃', '{}', now(), now(), now())`)
  })
  return config
}

async function inDatabase<T>(started: Awaited<ReturnType<typeof startEmbedded>>, work: (pool: pg.Pool) => Promise<T>) {
  const pool = new pg.Pool({ connectionString: started.url })
  try {
    return await work(pool)
  } finally {
    await pool.end()
    await started.stop()
  }
}

const read = async ({ dataDir }: Config) =>
  inDatabase(await startEmbedded({ dataDir }), async (pool) => ({
    version: (await pool.query(`select current_setting('server_version_num')::int / 10000 as major`)).rows[0].major,
    attempts: (await pool.query('select count(*)::int, sum(count)::int from attempts')).rows[0],
    mail: (await pool.query('select subject, state, held_at from outbox')).rows,
  }))

const upgrade = (config: Config, differences: string[] = []) =>
  upgradePostgres({ config, binariesFolder, compare: async () => differences, say: () => undefined })

const wholeContent = {
  version: 18,
  attempts: { count: 500, sum: 125_250 },
  mail: [{ subject: 'Ünïcode 🏃', state: 'queued', held_at: null }],
}

describe.skipIf(!older)('the upgrade of PostgreSQL', () => {
  test('every row arrives, emails go on, and the old database is kept', async () => {
    const config = await anOlderSystem()
    await expect(startEmbedded({ dataDir: config.dataDir })).rejects.toThrow('npm run upgrade-postgres')

    const done = await upgrade(config)

    expect(done).toMatchObject({ from: older, to: '18' })
    expect(existsSync(done?.archive ?? '')).toBe(true)
    expect(existsSync(join(done?.oldFolder ?? '', 'PG_VERSION'))).toBe(true)
    expect(await read(config)).toEqual(wholeContent)
    expect(await upgrade(config)).toBeUndefined()

    // As if it had been cut off while the new one took the place of the old one.
    const db = join(config.dataDir, 'db')
    mkdirSync(`${db}-upgrade`)
    renameSync(db, `${db}-upgrade/db`)
    await expect(startEmbedded({ dataDir: config.dataDir })).rejects.toThrow('was cut off')
    expect(await upgrade(config)).toBeUndefined()
    expect(await read(config)).toEqual(wholeContent)
  })

  test('beside a product that runs, and where something differs afterwards, the old database stays in use', async () => {
    const config = await anOlderSystem()
    const running = await startEmbedded({ dataDir: config.dataDir, binariesFolder })
    const before = readdirSync(config.dataDir)
    await expect(upgrade(config)).rejects.toThrow('is in use by another running program')
    expect(readdirSync(config.dataDir)).toEqual(before)
    await running.stop()

    await expect(upgrade(config, ['a total differs'])).rejects.toThrow('a total differs')

    await expect(startEmbedded({ dataDir: config.dataDir })).rejects.toThrow('npm run upgrade-postgres')
    await upgrade(config)
    expect(await read(config)).toEqual(wholeContent)
  })
})
