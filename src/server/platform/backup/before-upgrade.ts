import pg from 'pg'
import type { Config } from '../config.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { findPending } from '../database/migrating/migrate.ts'
import { waitForLock } from '../database/migrating/wait-for-lock.ts'
import { describeFailure } from '../errors/describe-failure.ts'
import { nameSnapshot, removeOldArchives } from './archive/archive-names.ts'
import { writeArchive } from './archive/write-archive.ts'

/** Takes a snapshot of all rows, then migrates. If the snapshot fails, for instance on a full disk, nothing changes. */
export async function upgradeWithSnapshot<T>(
  url: string,
  config: Config,
  now: Date,
  migrate: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    if ((await findPending(client)).length === 0) return await migrate()
    await waitForLock(client, advisoryLocks.upgrade)
    // Another process may have migrated meanwhile.
    const [first] = await findPending(client)
    if (first) await takeSnapshot(url, config, first.name, now)
    return await migrate()
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function takeSnapshot(url: string, config: Config, migration: string, now: Date) {
  await writeArchive({ url, config, now }, nameSnapshot(config, migration, now)).catch((error: Error) => {
    throw new Error(
      `The database was not upgraded, since a snapshot of its rows could not be written. ${describeFailure(error)}`,
    )
  })
  await removeOldArchives(config, 'rows')
}
