import pg from 'pg'
import { superuser } from './cluster.ts'
import { failedWith } from './files.ts'
import { socketPort } from './socket-folder.ts'

/** The product's role owns its databases and may create more; it can neither read files nor run programs. */
const productRole = 'sports_week'

type ConnectionTarget = { socketFolder: string; password: string; database: string }

export const productUrl = (door: ConnectionTarget) => connectionString(door, productRole, door.database)

/** Ensures that the product can connect; after the first start one connection proves it. */
export async function ensureRoleAndDatabase(door: ConnectionTarget): Promise<void> {
  try {
    await connected(productUrl(door), async () => {})
    return
  } catch (error) {
    const [roleIsMissing, databaseIsMissing] = ['28P01', '3D000']
    if (!failedWith(error, roleIsMissing, databaseIsMissing)) throw error
  }
  await connected(connectionString(door, superuser, 'postgres'), async (client) => {
    const [role, database] = [pg.escapeIdentifier(productRole), pg.escapeIdentifier(door.database)]
    const { rows: roles } = await client.query('select 1 from pg_roles where rolname = $1', [productRole])
    if (!roles[0]) await client.query(`create role ${role} login createdb password ${pg.escapeLiteral(door.password)}`)
    const { rows: databases } = await client.query('select 1 from pg_database where datname = $1', [door.database])
    if (!databases[0]) await client.query(`create database ${database} owner ${role}`)
  })
}

async function connected(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Sets every parameter explicitly, so that no PG… environment variable redirects it. */
function connectionString({ socketFolder, password }: ConnectionTarget, role: string, database: string): string {
  const address = new URLSearchParams({ host: socketFolder, sslmode: 'disable' })
  return `postgresql://${role}:${password}@localhost:${socketPort}/${encodeURIComponent(database)}?${address}`
}
