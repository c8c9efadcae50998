import type { Db } from '#server/platform/database/client.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Reads from a single snapshot, so a concurrent approval is in all numbers of a reply or in none. */
export const readTogether = <T>({ db }: Pick<Platform, 'db'>, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' })
