import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { nameArchive } from '#server/platform/backup/archive/archive-names.ts'
import { hours } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { startSink } from '#server/platform/mail/testing/sink.ts'
import { afterTest } from '#server/testing/after-test.ts'
import { missingPgBouncer, startPgBouncer } from '#server/testing/network/pgbouncer.ts'
import { freePort } from '#server/testing/product.ts'
import { aFolder, startServer } from '#server/testing.ts'
import { runCheck } from './check.ts'
import { checks } from './doctor.ts'
import {
  aProduct,
  expectOnlyFault,
  faultsOf,
  named,
  patienceOfTests,
  startProxy,
  startSite,
  startStore,
} from './testing.ts'

test('a healthy product has nothing wrong with it, and every check says what it saw', async () => {
  const { look } = await aProduct()

  const findings = await look()

  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(findings.map(({ name }) => name)).toEqual(checks.map(({ name }) => name))
})

test('a healthy product with a store, a mail server and a proxy has nothing wrong with it', async () => {
  const { look, base } = await aProduct({ environment: { TRUST_PROXY: '127.0.0.1' } })
  const sink = await startSink()
  afterTest(() => sink.close())
  const proxy = await startProxy(base, (from) => ({ 'x-forwarded-for': from }))

  const findings = await look({
    PUBLIC_URL: proxy,
    SMTP_URL: sink.url,
    MAIL_FROM: 'week@week.test',
    ...(await storeSettings({ allowedOrigin: proxy })),
  })

  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(named(findings, 'proxy')?.sentence).toBe('The proxy in front of the product is trusted.')
})

async function storeSettings(store: Parameters<typeof startStore>[0]) {
  const S3_SECRET_ACCESS_KEY = 'kVd8-not-to-be-printed-4Qz'
  return { S3_ENDPOINT: await startStore(store), S3_ACCESS_KEY_ID: 'AKIAWEEK', S3_SECRET_ACCESS_KEY }
}

describe('what is wrong is named, with what to do', () => {
  test.each([
    ['InvalidAccessKeyId', /^S3_ACCESS_KEY_ID is not known.*correct that setting/],
    ['SignatureDoesNotMatch', /^S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID.*correct that setting/],
    ['AccessDenied', /^S3_ACCESS_KEY_ID may not use the bucket proof-uploads.*correct that setting/],
  ])('1 wrong keys of the S3 store: %s', async (refusal, sentence) => {
    const { look } = await aProduct()

    expectOnlyFault(await look(await storeSettings({ refusal })), 's3-keys', sentence)
  })

  test('2 a bucket that takes no files from our pages', async () => {
    const { look } = await aProduct()

    const findings = await look(await storeSettings({ allowedOrigin: 'https://old.example.com' }))

    expectOnlyFault(findings, 's3-cors', /does not let pages of http:\S+ send files: set the CORS rule/)
  })

  test.each([
    [600_000, /600 seconds ahead of the database's: let both set their clocks/],
    [-600_000, /600 seconds behind the database's: let both set their clocks/],
  ])('3 a clock that is wrong by %i ms', async (off, sentence) => {
    const { look } = await aProduct()

    const findings = await look({}, { clock: { now: () => new Date(Date.now() + off) } })

    expectOnlyFault(findings, 'clock', sentence)
  })

  test('4 a pooler without a direct connection', async (context) => {
    context.skip(Boolean(missingPgBouncer()), missingPgBouncer())
    const { look, databaseUrl } = await aProduct()
    const pooler = await startPgBouncer(databaseUrl)
    afterTest(() => pooler.stop())

    const findings = await look({ DATABASE_URL: pooler.url })
    const direct = await look({ DATABASE_URL: pooler.url, DATABASE_LISTEN_URL: databaseUrl })

    expectOnlyFault(findings, 'pooler', /^DATABASE_URL leads through a connection pooler.*set DATABASE_LISTEN_URL/)
    expect(faultsOf(direct)).toEqual([])
  })

  test('5 a data folder that is no folder, or that is not ours to write', async () => {
    const { look } = await aProduct()
    const file = join(aFolder(), 'file')
    writeFileSync(file, '')
    const check = checks.find(({ name }) => name === 'data-folder') as (typeof checks)[0]
    const foreign = aFolder()
    chmodSync(foreign, 0o500)

    const findings = await look({ DATA_DIR: join(file, 'data') })
    const asOther = await asOtherUser(() =>
      runCheck(check, { config: readConfig({ DATA_DIR: foreign }), patience: patienceOfTests } as never),
    )

    const sentence = /^DATA_DIR \S+ cannot be written to \(\w+\): give it to the user that starts the product/
    expect(named(findings, 'data-folder')).toMatchObject({ state: 'fault', sentence: expect.stringMatching(sentence) })
    expect(asOther).toMatchObject({ state: 'fault', sentence: expect.stringMatching(/\(EACCES\)/) })
  })

  test('6 a public address that leads to something else, nowhere, or on to another', async () => {
    const { look, base } = await aProduct()
    const PORT = new URL(base).port

    const elsewhere = await look({ PUBLIC_URL: await startSite(200) })
    const nowhere = await look({ PUBLIC_URL: `http://127.0.0.1:${await freePort()}`, PORT })
    const onwards = await look({ PUBLIC_URL: await startSite(308, { location: 'https://www.week.example/' }) })
    const stopped = await look({ PUBLIC_URL: `http://127.0.0.1:${await freePort()}`, PORT: await freePort() })

    expectOnlyFault(elsewhere, 'public-url', /leads to something else.*answers 200\): correct PUBLIC_URL/)
    expectOnlyFault(nowhere, 'public-url', /does not answer.*although the product runs at 127.0.0.1:\d+: correct/)
    expectOnlyFault(onwards, 'public-url', /only leads on to https:\/\/www.week.example: set PUBLIC_URL/)
    expect(faultsOf(stopped)).toEqual([])
    expect(named(stopped, 'public-url')).toMatchObject({ state: 'unchecked' })
  })

  test('7 no TLS where visitors come from other computers', async () => {
    const { look } = await aProduct()

    const findings = await look({ PUBLIC_URL: 'http://week.invalid' })

    const sentence = expect.stringMatching(/^PUBLIC_URL http:\/\/week.invalid has no TLS.*set PUBLIC_URL to its https/)
    expect(named(findings, 'tls')).toMatchObject({ state: 'fault', sentence })
  })

  test('8 a proxy that is not trusted, or says nothing of its visitors', async () => {
    const { look, base } = await aProduct()
    const untrusted = await startProxy(base, (from) => ({ 'x-forwarded-for': from }))
    const silent = await startProxy(base, () => ({ via: '1.1 proxy' }))

    expectOnlyFault(await look({ PUBLIC_URL: untrusted }), 'proxy', /not trusted.*set TRUST_PROXY to 127.0.0.1\.$/)
    expectOnlyFault(await look({ PUBLIC_URL: silent }), 'proxy', /let it send X-Forwarded-For, and set TRUST_PROXY/)
  })

  test('9 a disk that is full soon', async () => {
    const { look } = await aProduct()

    const findings = await look({}, { readFreeSpace: async () => ({ free: 2 * 1024 ** 3, size: 100 * 1024 ** 3 }) })

    expectOnlyFault(findings, 'disk', /full soon, 2\.0 GiB are left.*delete what is not needed there, or move/)
  })

  test('10 a backup that is old, or missing', async () => {
    const { look } = await aProduct({ backupAt: null })

    const missing = await look()
    const scheduled = await look({ BACKUP_DIR: aFolder() })
    const BACKUP_DIR = aFolder()
    writeFileSync(nameArchive(readConfig({ BACKUP_DIR }), new Date(Date.now() - hours(50))), '')
    const old = await look({ BACKUP_DIR })

    expectOnlyFault(missing, 'backup', /^There is no backup in \S+: make one with npm run backup, and set BACKUP_DIR/)
    expectOnlyFault(scheduled, 'backup', /^There is no backup in \S+: see in npm run jobs/)
    expectOnlyFault(old, 'backup', /^The newest backup is 50 hours old: see in npm run jobs/)
  })

  test('11 a mail server that refuses', async () => {
    const { look } = await aProduct()
    const sink = await startSink({ greeting: '554 5.7.1 No service for you' })
    afterTest(() => sink.close())

    const findings = await look({ SMTP_URL: sink.url, MAIL_FROM: 'week@week.test' })

    expectOnlyFault(
      findings,
      'smtp',
      /does not take emails; correct its address, user or password.*554 5\.7\.1 No service/,
    )
  })

  test('12 a schema of a newer release', async () => {
    const { look, db } = await aProduct()
    await db.execute(sql`insert into schema_migrations (hash, name, release) values ('new', '9999_new', '9.9.0')`)
    afterTest(async () => void (await db.execute(sql`delete from schema_migrations where hash = 'new'`)))

    expectOnlyFault(
      await look(),
      'schema',
      /release 9\.9\.0 brought it to 9999_new\. Start that release or a newer one/,
    )
  })

  test('13 a folder of another database, or a second database in the folder', async () => {
    const { look, dataDir } = await aProduct()
    const other = aFolder()
    mkdirSync(join(other, 'files'))
    writeFileSync(join(other, 'files/identity'), 'another\n')
    mkdirSync(join(dataDir, 'db'))

    const foreign = await look({ DATA_DIR: other, BACKUP_DIR: join(dataDir, 'backups') })
    writeFileSync(join(dataDir, 'db/PG_VERSION'), '18\n')
    const two = await look()

    expectOnlyFault(foreign, 'folders', /is not the folder that holds the files of this database: set DATA_DIR/)
    expectOnlyFault(two, 'folders', /holds an embedded database of its own beside DATABASE_URL: take DATABASE_URL away/)
  })

  test('14 nobody who can sign in as an administrator', async () => {
    const { look } = await aProduct({ administrator: false })

    expectOnlyFault(await look(), 'administrator', /no administrator who can sign in: create one with npm run admin/)
  })

  test('15 a password that is easily guessed', async () => {
    const { look } = await aProduct()

    const findings = await look({ ADMIN_EMAIL: 'root@week.test', ADMIN_PASSWORD: 'SportsWeek2026!' })

    expectOnlyFault(findings, 'secrets', /^The password in ADMIN_PASSWORD is short or easily guessed: choose one/)
  })
})

/** Root may write everywhere, so somebody else tries. */
async function asOtherUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.(65_534)
  return work().finally(() => process.seteuid?.(0))
}

test('a secret is never printed, also where a server repeats it', async () => {
  const { look } = await aProduct()
  const secret = 'Zq7-hide-me-please'
  const sink = await startSink({ greeting: `554 5.7.1 ${secret} is wrong` })
  afterTest(() => sink.close())
  const hidden = `postgres://week:${secret}@127.0.0.1:${await freePort()}/week`

  const findings = await look({
    DATABASE_URL: hidden,
    DATABASE_LISTEN_URL: hidden,
    SMTP_URL: sink.url.replace('smtp://', `smtp://week:${secret}@`),
    MAIL_FROM: 'week@week.test',
    ...(await storeSettings({ refusal: 'SignatureDoesNotMatch' })),
  })

  expect(faultsOf(findings).map(({ name }) => name)).toEqual(['database', 's3-keys', 'smtp'])
  expect(named(findings, 'smtp')?.sentence).toContain('(secret) is wrong')
  expect(JSON.stringify(findings)).not.toMatch(/hide-me|not-to-be-printed/)
})

test('a check that fails or hangs is said to be unchecked', async () => {
  const context = { patience: 20 } as never
  const failing = { name: 'a', run: () => Promise.reject(new Error('boom')) }
  const hanging = { name: 'b', run: () => new Promise<never>(() => undefined) }

  const findings = [await runCheck(failing, context), await runCheck(hanging, context)]

  expect(findings).toEqual([
    { name: 'a', state: 'unchecked', sentence: 'This could not be checked: boom.' },
    { name: 'b', state: 'unchecked', sentence: 'This could not be checked: no answer came within 0.02 seconds.' },
  ])
})

test('how a request came is told to nobody else', async () => {
  const { visitor } = await startServer()
  const headers = { 'x-doctor-token': 'A'.repeat(43) }

  expect((await visitor('GET', '/api/connection')).status).toBe(404)
  expect((await visitor('GET', '/api/connection', undefined, { headers })).status).toBe(404)
})
