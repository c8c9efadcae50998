/** Finds the error of PostgreSQL inside the query builder's wrapper. */
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

/** The name of the violated unique index; undefined for other errors. */
export function brokenUniqueness(error: unknown): string | undefined {
  const said = databaseError(error)
  return said?.code === '23505' ? said.constraint : undefined
}

/** The database is down, restarting, full or too busy: retry, this is not a defect. */
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

/** A conflict with another transaction that rolled this one back completely. */
export function lostToAnother(error: unknown): boolean {
  return ['55P03', '40001', '40P01'].includes(databaseError(error)?.code ?? '')
}

/** PostgreSQL ended this transaction as the victim of a deadlock. */
export function isDeadlock(error: unknown): boolean {
  return databaseError(error)?.code === '40P01'
}

/** Another transaction held a row longer than the lock timeout. */
export function isLockTimeout(error: unknown): boolean {
  return databaseError(error)?.code === '55P03'
}

/** Another row still refers to the deleted row, or the referenced row is gone. */
export function isReferenceBroken(error: unknown): boolean {
  return databaseError(error)?.code === '23503'
}

/** A sum exceeded the range of its column, or a text is not a value of its type. */
export function isInvalidValue(error: unknown): boolean {
  return ['22003', '22007', '22008', '22P02'].includes(databaseError(error)?.code ?? '')
}
