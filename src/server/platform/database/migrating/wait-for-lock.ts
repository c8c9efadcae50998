import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Takes a session lock by polling. A waiting statement would keep a snapshot open, and a concurrent index build waits
 * for such snapshots. That deadlock spans connections, so PostgreSQL cannot detect it.
 */
export async function waitForLock(client: pg.ClientBase, lock: number) {
  while (!(await tryLock(client, 'pg_try_advisory_lock', lock))) await sleep(askAgainMs)
}

/**
 * Begins a transaction with the lock. Failed attempts roll back, because an open transaction may keep a snapshot too.
 */
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
