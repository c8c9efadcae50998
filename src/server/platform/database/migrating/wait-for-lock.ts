import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Takes the lock for this session. It asks again and again: a statement that waits would keep a snapshot open all the time, and building an
 * index concurrently waits for every such statement. The two would wait for each other, through different connections, so that PostgreSQL
 * sees no deadlock.
 */
export async function waitForLock(client: pg.ClientBase, lock: number) {
  while (!(await tryLock(client, 'pg_try_advisory_lock', lock))) await sleep(askAgainMs)
}

/** Begins a transaction that has the lock. Those that do not get it are ended: one that is open may keep a snapshot as well. */
export async function beginWithLock(client: pg.ClientBase, lock: number) {
  await client.query('begin')
  while (!(await tryLock(client, 'pg_try_advisory_xact_lock', lock))) {
    await client.query('rollback')
    await sleep(askAgainMs)
    await client.query('begin')
  }
}

const askAgainMs = 100

async function tryLock(client: pg.ClientBase, attempt: string, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>(`select ${attempt}($1) as "isLocked"`, [lock])
  return rows[0]?.isLocked ?? false
}
