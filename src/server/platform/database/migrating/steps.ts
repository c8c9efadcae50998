import type pg from 'pg'
import { isBatch, runInBatches, runWhole } from './batches.ts'
import { buildIndex, isConcurrent, withoutConcurrently } from './concurrent-indexes.ts'
import { revokeFromHostedRoles } from './hosted-roles.ts'
import { longestLockWaitMs, repeatWhileLocked } from './repeat-while-locked.ts'
import { runLong } from './run-long.ts'

type Migration = { name: string; hash: string; statements: string[] }

/** Called before each step, and while a batch is repeated: how many it has done. */
export type StepReport = (progress: { migration: string; step: number; steps: number; done?: number }) => void

/**
 * A migration that builds an index beside writers, or changes rows in batches: each statement is a transaction of its own, so that nobody
 * waits for all of them. All others are one transaction.
 */
export const isInSteps = ({ statements }: Pick<Migration, 'statements'>): boolean =>
  statements.some((statement) => isConcurrent(statement) || isBatch(statement))

/** How far the one is that is under way; there is no such table at any other time. */
export const stepsTable = 'schema_migration_steps'

/** What is left of it. Cut off at any moment, the next start goes on from there. */
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

/** In the transaction that the client is in. */
export async function runAtOnce(client: pg.ClientBase, statements: string[]) {
  for (const statement of statements) {
    if (isBatch(statement)) await runWhole(client, statement)
    else await runLong(client, withoutConcurrently(statement))
  }
}

/** The first of them on empty tables, so that they are as where it was cut off. */
export async function applySteps(client: pg.ClientBase, migration: Migration, done: number) {
  await runAtOnce(client, migration.statements.slice(0, done))
  await ensureStepsTable(client)
  await noteSteps(client, migration, done)
}

const ensureStepsTable = (client: pg.ClientBase) =>
  client.query(`create table if not exists ${stepsTable} (hash text primary key, done integer not null)`)

/** Of a database that may never have had one. */
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

/** What cannot have its tables in time is undone and begun again. */
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
