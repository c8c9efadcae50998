import pg from 'pg'

const objectInUse = '55006'

/**
 * Drops the database even if a failed test left connections. `force` is only the fallback: it would also end an
 * autovacuum, which only the superuser may end. A plain drop lets PostgreSQL stop the autovacuum itself.
 */
export async function dropDatabase(admin: pg.Client, name: string) {
  await admin.query(`drop database ${name}`).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === objectInUse)
      return admin.query(`drop database ${name} with (force)`)
    throw error
  })
}
