import type pg from 'pg'

/** How long a connection keeps the plans of its named statements. */
export const keepPlansFor = 1_000

/** Direct connections; behind a pooler nothing may stay in a session. */
const sessions = new WeakSet<object>()
const plannedAt = new WeakMap<object, number>()

export const allowPlans = (connection: pg.ClientBase) => void sessions.add(connection)

/** True if a named statement may keep its plan on this connection. */
export function canKeepPlan(connection: object): boolean {
  if (!sessions.has(connection)) return false
  if (!plannedAt.has(connection)) plannedAt.set(connection, performance.now())
  return true
}

/**
 * Without it PostgreSQL would keep a small table's plan until the next analysis, and scan the table after it has grown.
 */
export async function discardOldPlans(connection: pg.ClientBase) {
  const planned = plannedAt.get(connection)
  if (planned === undefined || performance.now() - planned < keepPlansFor) return
  plannedAt.set(connection, performance.now())
  await connection.query('discard plans')
}
