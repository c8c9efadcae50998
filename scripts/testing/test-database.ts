// One PostgreSQL per test run with one migrated template; every worker copies its database from that.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { superuser } from '@sports-week/embedded-postgres/data-folder'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/server/platform/database/embedded.ts'
import { migrate } from '../../src/server/platform/database/migrating/migrate.ts'
import { isStale } from '../build/stamp.mjs'

/** Every worker has a server with a pool of 16; a test of concurrency has a second one. */
const maxConnections = 200

export async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'week-test-'))
  const given = process.env.TEST_DATABASE_URL
  const embedded = given ? undefined : await startEmbedded({ dataDir: folder, maxConnections })
  const url = given ?? embedded?.url ?? ''
  if (embedded) await allowEmptying(url)
  const templateName = `test_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${templateName}`)
  const template = new URL(url)
  template.pathname = `/${templateName}`
  const pool = new pg.Pool({ connectionString: template.href })
  await migrate(pool)
  await pool.end()
  project.provide('databaseUrl', url)
  project.provide('templateName', templateName)
  project.provide('isBuilt', !isStale())

  return async () => {
    const { rows } = await admin.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      `${templateName}%`,
    ])
    for (const { datname } of rows) await admin.query(`drop database if exists ${datname}`)
    await admin.end()
    await embedded?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lets the product's role delete rows in any order: see `emptyTables`. */
async function allowEmptying(url: string) {
  const superuserUrl = new URL(url)
  const role = superuserUrl.username
  superuserUrl.username = superuser
  const client = new pg.Client({ connectionString: superuserUrl.href })
  await client.connect()
  await client.query(`grant set on parameter session_replication_role to ${pg.escapeIdentifier(role)}`)
  await client.end()
}
