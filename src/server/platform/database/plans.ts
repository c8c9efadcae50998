import type pg from 'pg'

/** How long a connection keeps the plans of its named statements. */
export const keepPlansFor = 1_000

/** Connections that are PostgreSQL's own sessions: behind a pooler nothing may be left in one. */
const sessions = new WeakSet<object>()
const plannedAt = new WeakMap<object, number>()

export const allowPlans = (connection: pg.ClientBase) => void sessions.add(connection)

/** Whether a statement may be named, and so keep its plan, on this connection. */
export function canKeepPlan(connection: object): boolean {
  if (!sessions.has(connection)) return false
  if (!plannedAt.has(connection)) plannedAt.set(connection, performance.now())
  return true
}

/** PostgreSQL itself would keep the plan of a small table until the next analysis, and read all of it once it has grown. */
export async function discardOldPlans(connection: pg.ClientBase) {
  const planned = plannedAt.get(connection)
  if (planned === undefined || performance.now() - planned < keepPlansFor) return
  plannedAt.set(connection, performance.now())
  await connection.query('discard plans')
}
