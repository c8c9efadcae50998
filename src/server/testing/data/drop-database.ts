import pg from 'pg'

const objectInUse = '55006'

/**
 * Also one that a failed test left connections to. They are ended only if need be: `force` ends an autovacuum too, and is refused because
 * that is the superuser's. Without it PostgreSQL stops the autovacuum itself.
 */
export async function dropDatabase(admin: pg.Client, name: string) {
  await admin.query(`drop database ${name}`).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === objectInUse)
      return admin.query(`drop database ${name} with (force)`)
    throw error
  })
}
