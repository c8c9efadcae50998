import type pg from 'pg'
import { isBatch, runInBatches, runWhole } from './batches.ts'
import { buildIndex, isConcurrent, withoutConcurrently } from './concurrent-indexes.ts'
import { revokeFromHostedRoles } from './hosted-roles.ts'
import { longestLockWaitMs, repeatWhileLocked } from './repeat-while-locked.ts'
import { runLong } from './run-long.ts'

type Migration = { name: string; hash: string; statements: string[] }

/** Called before each step and after each batch; `done` counts the changed rows. */
export type StepReport = (progress: { migration: string; step: number; steps: number; done?: number }) => void

/**
 * True for a migration with concurrent indexes or batches. Each of its statements is a separate transaction, so nobody
 * waits for all of them.
 */
export const isInSteps = ({ statements }: Pick<Migration, 'statements'>): boolean =>
  statements.some((statement) => isConcurrent(statement) || isBatch(statement))

/** Progress of the running stepwise migration; the table exists only meanwhile. */
export const stepsTable = 'schema_migration_steps'

/** Runs the remaining steps. Resumable: after an interruption the next start continues there. */
export async function runSteps(client: pg.ClientBase, migration: Migration, report: StepReport = () => undefined) {
  await inTransaction(client, async () => {
    await ensureStepsTable(client)
    await revokeFromHostedRoles(client, [])
  })
  let done = await countSteps(client, migration)
  for (const statement of migration.statements.slice(done)) {
    done += 1
    const progress = { migration: migration.name, step: done, steps: migration.statements.length }
    report(progress)
    const noteDone = () => noteSteps(client, migration, done)
    if (isBatch(statement))
      await runInBatches((work) => inTransaction(client, work), client, statement, {
        noteDone,
        onBatch: (count) => report({ ...progress, done: count }),
      })
    else if (isConcurrent(statement)) await buildIndex(client, statement).then(noteDone)
    else
      await inTransaction(client, async () => {
        await runLong(client, statement)
        await revokeFromHostedRoles(client, [migration])
        await noteDone()
      })
  }
}

/** Runs in the client's open transaction. */
export async function runAtOnce(client: pg.ClientBase, statements: string[]) {
  for (const statement of statements) {
    if (isBatch(statement)) await runWhole(client, statement)
    else await runLong(client, withoutConcurrently(statement))
  }
}

/** Applies the first steps to empty tables, to reproduce an interrupted migration's schema. */
export async function applySteps(client: pg.ClientBase, migration: Migration, done: number) {
  await runAtOnce(client, migration.statements.slice(0, done))
  await ensureStepsTable(client)
  await noteSteps(client, migration, done)
}

const ensureStepsTable = (client: pg.ClientBase) =>
  client.query(`create table if not exists ${stepsTable} (hash text primary key, done integer not null)`)

/** Undefined if the steps table does not exist. */
export async function readSteps(client: pg.ClientBase): Promise<{ hash: string; done: number } | undefined> {
  const { rows: tables } = await client.query('select to_regclass($1) as name', [stepsTable])
  if (!tables[0]?.name) return undefined
  const { rows } = await client.query<{ hash: string; done: number }>(`select hash, done from ${stepsTable}`)
  return rows[0]
}

export async function countSteps(client: pg.ClientBase, { hash }: Migration): Promise<number> {
  const steps = await readSteps(client)
  return steps?.hash === hash ? steps.done : 0
}

async function noteSteps(client: pg.ClientBase, { hash }: Migration, done: number) {
  await client.query(
    `insert into ${stepsTable} (hash, done) values ($1, $2) on conflict (hash) do update set done = excluded.done`,
    [hash, done],
  )
}

export const forgetSteps = (client: pg.ClientBase) => client.query(`drop table if exists ${stepsTable}`)

/** Retries the transaction if it cannot lock its tables in time. */
export const inTransaction = <T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> =>
  repeatWhileLocked(async () => {
    await client.query(`begin; set local lock_timeout = ${longestLockWaitMs / 2}`)
    try {
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  })
