/** What PostgreSQL said, below the wrapping of the query builder. */
function databaseError(error: unknown): { code?: string; constraint?: string; message?: string } | undefined {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    if ('code' in e && typeof e.code === 'string') return e as { code: string; constraint?: string }
    if (connectionTrouble.test(e.message)) return { message: e.message }
  }
  return undefined
}

const connectionTrouble =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end/i

const outOfReach = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/** The name of the unique index that refused, if that is what happened. */
export function brokenUniqueness(error: unknown): string | undefined {
  const said = databaseError(error)
  return said?.code === '23505' ? said.constraint : undefined
}

/** The database is down, restarting, full or too busy: worth a retry, not a defect. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const said = databaseError(error)
  if (!said) return false
  const code = said.code ?? ''
  return (
    (said.message !== undefined && code === '') ||
    outOfReach.has(code) ||
    /^(08|53|57P|58)/.test(code) || // connection, resources, operator intervention, system error
    ['57014', '55P03', '40001', '40P01', '25006'].includes(code) // statement or lock timeout, conflict, read-only standby
  )
}

/** A conflict with another transaction, after which nothing of ours is left. */
export function lostToAnother(error: unknown): boolean {
  return ['55P03', '40001', '40P01'].includes(databaseError(error)?.code ?? '')
}

/** Two transactions waited for each other, and this is the one that PostgreSQL ended. */
export function isDeadlock(error: unknown): boolean {
  return databaseError(error)?.code === '40P01'
}

/** Somebody else held a row for longer than we wait. */
export function isLockTimeout(error: unknown): boolean {
  return databaseError(error)?.code === '55P03'
}

/** Something still points at the row that was to be deleted, or the row to point at is gone. */
export function isReferenceBroken(error: unknown): boolean {
  return databaseError(error)?.code === '23503'
}

/** A sum left the range of its column, or a text is no value of the column's type. */
export function isInvalidValue(error: unknown): boolean {
  return ['22003', '22007', '22008', '22P02'].includes(databaseError(error)?.code ?? '')
}
