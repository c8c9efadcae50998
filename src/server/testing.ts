import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { renderMail } from '#contract/branding/mail-layout.ts'
import { readConfig } from './platform/config.ts'
import { type Database, type Db, openDatabase } from './platform/database/client.ts'
import { defaultLimits, type RequestLimits } from './platform/http/request-limits.ts'
import { createLog } from './platform/log/log.ts'
import { outbox } from './platform/mail/tables.ts'
import { assemblePlatform, requireOwnFiles } from './platform/open-platform.ts'
import type { Platform } from './platform/platform.ts'
import { prepareSlices, startProduct } from './start-product.ts'
import { afterTest } from './testing/after-test.ts'
import { goodPassword } from './testing/data/good-password.ts'
import { createAccounts, type Kinds, populate } from './testing/data/world.ts'
import { emptyTables } from './testing/database/empty-tables.ts'
import { type Caller, createCaller } from './testing/network/caller.ts'

export { type Caller, goodPassword }

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    templateName: string
    /** True if the build matches the source. */
    isBuilt: boolean
  }
}

/** The metrics token of every test server. */
export const metricsToken = 'tests-read-the-metrics'

let database: Database | undefined

/** Longer database timeouts: a test must not be refused on a busy machine. */
export const forBusyMachine = { connect: 30_000, lock: 20_000, statement: 60_000 }

/** This worker's database, copied from the migrated template once, emptied for every server. */
async function workerDatabase(): Promise<{ url: string; database: Database }> {
  const url = new URL(inject('databaseUrl'))
  const name = `${inject('templateName')}_${process.env.VITEST_POOL_ID ?? 0}_${process.pid}`
  const own = withDatabase(url, name)
  if (!database) {
    const admin = new pg.Client({ connectionString: url.href })
    await admin.connect()
    await admin.query(`create database ${name} template ${inject('templateName')}`)
    await admin.query(`alter database ${name} set synchronous_commit = off`)
    await admin.end()
    database = openDatabase({ url: own, onError: () => undefined, waiting: forBusyMachine })
  }
  await emptyTables(database.pool)
  return { url: own, database }
}

export function withDatabase(url: URL | string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** An empty folder for this test. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'week-test-'))
  afterTest(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Retries on 503: on a busy computer a database connection may be late. */
export const patiently =
  (call: Caller): Caller =>
  async (...request) => {
    for (let tries = 1; ; tries++) {
      const reply = await call(...request)
      if (reply.status !== 503 || tries === 10) return reply
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }

/** A clock that stands still until a test moves it. */
export class SetClock {
  #now = new Date('2026-06-01T12:00:00.000Z').getTime()
  isReal = false
  now = () => new Date(this.#now)
  advance(milliseconds: number) {
    this.#now += milliseconds
  }
  /** Follows real time from now on, and lets the database's clock count where the product uses it. */
  followRealTime() {
    this.now = () => new Date()
    this.isReal = true
  }
}

type Options = {
  environment?: Record<string, string>
  limits?: Partial<RequestLimits>
  /** A second process on the same database. */
  beside?: { platform: Platform; bareDb: Db; databaseUrl: string; clock: SetClock }
  /** Another connection for signals of the same database, which may be closed for now. */
  listenUrl?: string
  awaitSignals?: boolean
}

/** Starts the whole product on an empty database, answering real HTTP. */
export async function startServer({
  environment = {},
  limits = {},
  beside,
  listenUrl,
  awaitSignals = true,
}: Options = {}) {
  const { url, database } = beside ? { url: beside.databaseUrl, database: undefined } : await workerDatabase()
  const dataDir = beside?.platform.config.dataDir ?? aFolder()
  const config = readConfig({
    PUBLIC_URL: 'http://week.test',
    LOG_LEVEL: 'silent',
    METRICS_TOKEN: metricsToken,
    DATA_DIR: dataDir,
    ...environment,
  })
  const clock = beside?.clock ?? new SetClock()
  const bareDb = beside?.bareDb ?? (database as Database).db
  const lines: string[] = []
  const unlisted: string[] = []
  afterTest(async () => expect(unlisted, 'refusals that the endpoint does not list').toEqual([]))
  const log = createLog(environment.LOG_LEVEL ?? 'silent', { write: (line: string) => void lines.push(line) })
  const platform = await assemblePlatform({ config, clock, log, db: bareDb, files: beside?.platform.files })
  // A second process skips this: the first one did it, and the second may start without a database.
  if (!beside) {
    await requireOwnFiles(platform)
    await prepareSlices(platform)
  }
  const { db } = platform
  const { app, hub, hearing, stop } = startProduct(
    { platform, listenUrl: listenUrl ?? url },
    {
      // Emails stay in the outbox and the clock stands still: tests read the first and move the second.
      without: ['mails', 'jobs'],
      limits: { ...defaultLimits, ...limits },
      onUnlisted: (endpoint, code) => unlisted.push(`${endpoint.method} ${endpoint.path}: ${code}`),
    },
  )
  afterTest(() => stop({ grace: 0, deadline: 0 }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  if (awaitSignals) await hearing
  const address = app.server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

  const caller = createCaller(base)
  const visitor = caller()

  async function logIn(email: string, password = goodPassword) {
    const reply = await visitor('POST', '/api/auth/login', { email, password })
    const cookie = reply.headers.get('set-cookie')?.split(';')[0]
    if (!cookie) throw new Error(`login failed: ${reply.text}`)
    return Object.assign(caller(cookie), { cookie, userId: reply.body.id as string, email })
  }

  return {
    app,
    base,
    hub,
    stop,
    platform,
    bareDb,
    db,
    clock,
    databaseUrl: url,
    filesFolder: join(config.dataDir, 'files'),
    /** Runs after the test, before the server closes. */
    beforeClosing: afterTest,
    logs: lines,
    visitor,
    caller,
    logIn,
    ...createAccounts({ db, clock, config, caller }),
    /** Rendered as they would be sent. */
    mails: async () =>
      (await db.select().from(outbox).orderBy(outbox.createdAt, outbox.id)).map((mail) => ({
        ...mail,
        ...renderMail(mail.letter),
      })),
  }
}

/** Starts a server with named accounts and tasks. */
export const startWorld = async <const K extends Kinds>(kinds: K, options?: Options) =>
  populate(await startServer(options), kinds)
