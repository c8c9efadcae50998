import type pg from 'pg'
import { readRelease } from '../../project.ts'

/** One row of the migrations table. Releases before 0.2 stored hashes only. */
export type AppliedMigration = { hash: string; name: string | null; release: string | null }

/** The last release before the baseline migration, which creates the same schema in one step. */
const lastRelease = '0.2.0'

/**
 * Schemas before the baseline: number of migrations, the last hash, and the equivalent number of this release's
 * migrations.
 */
const earlierSchemas = [
  // 0050_client-files, of release 0.2.0.
  { count: 51, last: '0dab54e00851a2b9bb4f55affd44edafa8959981aeb563115ea90247007053cc', standsFor: 1 },
  // 0055_fixed-team-sizes, between two releases.
  { count: 56, last: 'e5ba4e3377e114ccffad8a7fedde325b3c3a4a2905ee619c19f1ae7901aded67', standsFor: 2 },
]

const findEarlier = (hashes: string[]) =>
  earlierSchemas.find(({ count, last }) => hashes.length === count && hashes.includes(last))

/** Translates applied migrations into this release's hashes; undefined for a schema older than the baseline. */
export function translateHashes(known: { hash: string }[], hashes: string[]): string[] | undefined {
  const earlier = findEarlier(hashes)
  if (earlier) return known.slice(0, earlier.standsFor).map(({ hash }) => hash)
  return hashes.length === 0 || hashes.includes(known[0]?.hash ?? '') ? hashes : undefined
}

export const isFromBeforeBaseline = (applied: AppliedMigration[]): boolean =>
  findEarlier(applied.map(({ hash }) => hash)) !== undefined

export const describeTooOld = (what: string, release?: string | null, name?: string | null): string =>
  `This is release ${readRelease()}, which takes over release ${lastRelease}. ${what} is older: release ` +
  `${release ?? 'before 0.2'}, ${name ?? 'with an unknown schema'}. Start release ${lastRelease} with it once, then this one.`

/** Replaces the listed migrations by this release's equivalent ones. */
export async function listBaseline(client: pg.ClientBase, migrations: { hash: string; name: string }[]) {
  await client.query('delete from schema_migrations')
  for (const { hash, name } of migrations)
    await client.query('insert into schema_migrations (hash, name, release) values ($1, $2, $3)', [
      hash,
      name,
      lastRelease,
    ])
}
