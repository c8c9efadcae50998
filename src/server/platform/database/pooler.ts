import pg from 'pg'

/**
 * True if transactions of one connection run in different database sessions. While a second connection is in a
 * transaction, a pooler gives one of them another session.
 */
export async function isPooled(url: string): Promise<boolean> {
  const [first, second] = [0, 1].map(
    () => new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 }),
  ) as [pg.Client, pg.Client]
  for (const client of [first, second]) client.on('error', () => undefined)
  try {
    await first.connect()
    await second.connect()
    for (let round = 0; round < 3; round++) {
      const before = await sessionOf(first)
      await second.query('begin')
      const other = await sessionOf(second)
      const after = await sessionOf(first)
      await second.query('commit')
      if (other === before || after !== before) return true
    }
    return false
  } finally {
    await Promise.all([first, second].map((client) => client.end().catch(() => undefined)))
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** PgBouncer refuses the startup parameters of a direct connection. */
export function isRefusedSetting(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message)
}
