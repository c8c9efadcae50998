import type pg from 'pg'

type WriteKind = 'signup' | 'registration' | 'adjustment' | 'review'
/** `key` identifies it in the database: an address, a reason or the id of a proof. */
export type Write = { kind: WriteKind; key: string }

type Comparison = { acknowledged: number; lost: Write[]; doubled: Write[] }

/** Counts the rows of each write. A review is counted by its ledger entry. */
const countStatements: Record<WriteKind, string> = {
  signup: 'select email as key, count(*)::int as times from users where email = any($1) group by 1',
  registration: 'select email as key, count(*)::int as times from event_registrations where email = any($1) group by 1',
  adjustment: `select reason as key, count(*)::int as times from point_entries
    where kind = 'adjust' and reason = any($1) group by 1`,
  review: `select proof_id::text as key, count(*)::int as times from point_entries
    where kind = 'approve' and proof_id::text = any($1) group by 1`,
}

/** Every acknowledged write must exist exactly once. */
export async function compareAcknowledged(client: pg.Client, acknowledged: readonly Write[]): Promise<Comparison> {
  const lost: Write[] = []
  const doubled: Write[] = []
  for (const kind of Object.keys(countStatements) as WriteKind[]) {
    const writes = acknowledged.filter((write) => write.kind === kind)
    const { rows } = await client.query<{ key: string; times: number }>(countStatements[kind], [
      writes.map(({ key }) => key),
    ])
    const times = new Map(rows.map((row) => [row.key, row.times]))
    lost.push(...writes.filter(({ key }) => !times.has(key)))
    doubled.push(...writes.filter(({ key }) => (times.get(key) ?? 0) > 1))
  }
  return { acknowledged: acknowledged.length, lost, doubled }
}
