// Red controls: the comparison must detect these faults, or its zeros prove nothing.
import pg from 'pg'
import { until } from '../../rig/processes.ts'
import type { Cluster } from '../cluster.ts'
import type { Write } from './acknowledged.ts'

const query = async (url: string, text: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}

/** Without a synchronous standby, a killed primary loses acknowledged writes. */
export async function killAsynchronousPrimary(cluster: Cluster, waitForWrites: () => Promise<void>): Promise<number> {
  const { postgres } = cluster
  const admin = () => postgres.url('postgres', 'postgres')
  await postgres.configure({ synchronous_mode: false })
  await until('asynchronous replication', async () => {
    const { rows } = await query(admin(), 'show synchronous_standby_names')
    return rows[0].synchronous_standby_names === ''
  })
  const primary = await postgres.primary()
  await query(admin(), 'alter role replicator nologin')
  await query(admin(), 'select pg_terminate_backend(pid) from pg_stat_replication')
  await waitForWrites()
  const killedAt = Date.now()
  await postgres.kill(primary)
  await until('a new primary', async () => (await postgres.primary()) !== primary)
  await until('the way to the new primary', async () => {
    await query(admin(), 'alter role replicator login')
    return true
  })
  await postgres.configure({ synchronous_mode: true })
  postgres.restart(primary)
  return killedAt
}

/** Deletes one acknowledged registration, and duplicates one ledger entry. */
export async function tamper({ databaseUrl }: Cluster, acknowledged: readonly Write[]) {
  const registration = acknowledged.find(({ kind }) => kind === 'registration')
  const adjustment = acknowledged.find(({ kind }) => kind === 'adjustment')
  if (!registration || !adjustment) throw new Error('nothing to tamper with')
  await query(databaseUrl, 'delete from event_registrations where email = $1', [registration.key])
  await query(
    databaseUrl,
    `insert into point_entries (company_id, kind, points, calories, team_size, effective_at, at, actor_id, reason)
     select company_id, kind, points, calories, team_size, effective_at, at, actor_id, reason
     from point_entries where reason = $1`,
    [adjustment.key],
  )
}
