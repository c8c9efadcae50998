import { countActiveAdministrators } from '#server/features/auth/slice.ts'
import type { Database } from '#server/platform/database/client.ts'
import { choosePending, listApplied, readMigrations } from '#server/platform/database/migrating/migrate.ts'
import { isPooled } from '#server/platform/database/pooler.ts'
import { type Check, type CheckContext, endSentence, fault, messageOf, ok, unchecked } from './check.ts'

/** Runs a check on rows; without a database it is skipped with a sentence. */
export async function withDatabase<T>(context: CheckContext, work: (database: Database) => Promise<T>) {
  const database = await context.openDatabase().catch(() => undefined)
  return database ? work(database) : unchecked('the database does not answer.')
}

const database: Check = {
  name: 'database',
  async run(context) {
    try {
      const { pool } = await context.openDatabase()
      const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version') as version`)
      return ok(`PostgreSQL ${rows[0]?.version} answers.`)
    } catch (error) {
      const what = context.config.databaseUrl
        ? 'The database of DATABASE_URL does not answer; correct it or start the database'
        : 'The embedded database does not open; start the product once, or see what stops it'
      return fault(`${what}: ${endSentence(messageOf(error))}`)
    }
  },
}

/**
 * The oldest minor release of each major version with the security fixes of August 2026. Raise them with every release
 * of ours.
 */
const safeMinors: Record<number, number> = { 14: 24, 15: 19, 16: 15, 17: 11, 18: 6 }

const databaseRelease: Check = {
  name: 'database-release',
  run: (context) =>
    withDatabase(context, async ({ pool }) => {
      const { rows } = await pool.query<{ number: number }>(
        `select current_setting('server_version_num')::int as number`,
      )
      const number = context.databaseVersion ?? Number(rows[0]?.number)
      const [major, minor] = [Math.floor(number / 10_000), number % 10_000]
      const safe = safeMinors[major] ?? 0
      if (minor >= safe) return ok(`PostgreSQL ${major}.${minor} has no security hole that this release knows of.`)
      const remedy = context.config.databaseUrl
        ? `install ${major}.${safe} or a newer ${major} and restart it, which keeps the data`
        : 'only the product can connect to it; upgrade to a release of the product that brings a newer one, or name a PostgreSQL of your own in DATABASE_URL (docs/operate.md)'
      return fault(`PostgreSQL ${major}.${minor} has security holes that ${major}.${safe} closes: ${remedy}.`)
    }),
}

const pooler: Check = {
  name: 'pooler',
  async run({ config: { databaseUrl, listenUrl } }) {
    if (!databaseUrl) return ok('The embedded database is connected to directly.')
    if (!(await isPooled(listenUrl ?? databaseUrl)))
      return ok('Signals between processes have a connection of their own.')
    const name = listenUrl ? 'DATABASE_LISTEN_URL' : 'DATABASE_URL'
    return fault(
      `${name} leads through a connection pooler, which loses the signals between processes: set DATABASE_LISTEN_URL to a direct connection to the same database.`,
    )
  },
}

const schema: Check = {
  name: 'schema',
  run: (context) =>
    withDatabase(context, async ({ pool }) => {
      const { rows: found } = await pool.query<{ name: string | null }>(
        `select to_regclass('schema_migrations') as name`,
      )
      if (!found[0]?.name) return fault('The database has no tables yet: start the product once, npm start makes them.')
      const client = await pool.connect()
      const applied = await listApplied(client).finally(() => client.release())
      let pending = 0
      try {
        pending = choosePending(readMigrations(), applied).length
      } catch (error) {
        return fault(messageOf(error))
      }
      if (pending === 0) return ok('The tables are those of this release.')
      return ok(`The next start of this release changes the tables (${pending} migrations).`)
    }),
}

/** More than the drift between synchronised computers, less than a deadline tolerates. */
const mostApart = 5_000

const clock: Check = {
  name: 'clock',
  run: (context) =>
    withDatabase(context, async ({ pool }) => {
      const queriedAt = context.clock.now().getTime()
      const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
      const answered = context.clock.now().getTime()
      const apart = (queriedAt + answered) / 2 - Number(rows[0]?.now)
      if (Math.abs(apart) - (answered - queriedAt) / 2 <= mostApart)
        return ok('The clocks of this computer and of the database agree.')
      const seconds = Math.round(Math.abs(apart) / 1000)
      return fault(
        `The clock of this computer is ${seconds} seconds ${apart > 0 ? 'ahead of' : 'behind'} the database's: let both set their clocks by the network (timedatectl set-ntp true).`,
      )
    }),
}

const administrator: Check = {
  name: 'administrator',
  run: (context) =>
    withDatabase(context, async ({ db }) => {
      const count = await countActiveAdministrators({ db, clock: context.clock })
      if (count === 0)
        return fault('There is no administrator who can sign in: create one with npm run admin -- create.')
      return ok(count === 1 ? 'There is one administrator.' : `There are ${count} administrators.`)
    }),
}

export const databaseChecks: Check[] = [database, databaseRelease, pooler, schema, clock, administrator]
