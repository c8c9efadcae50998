import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { type Database, openDatabase } from './client.ts'
import { joinEmbedded, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

/** `serve` owns the embedded database of this data folder; `visit` is for commands and joins one that runs. */
export type Role = 'serve' | 'visit'

/** The database of this configuration, migrated: the one named by `DATABASE_URL`, else the private one in `DATA_DIR`. */
export async function openConfiguredDatabase(
  config: Config,
  log: Logger,
  role: Role,
): Promise<Database & { listenUrl: string }> {
  const embedded = config.databaseUrl
    ? undefined
    : await (role === 'serve' ? startEmbedded : joinEmbedded)({
        dataDir: config.dataDir,
        log: (line) => log.warn(line),
      })
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const database = openDatabase({
    url,
    pooled: config.listenUrl !== undefined,
    onError: (error) => log.warn({ err: error.message }, 'database connection error'),
  })
  async function close() {
    await database.close()
    await embedded?.stop()
  }
  try {
    await migrate(database.pool)
  } catch (error) {
    await close()
    throw error
  }
  return { ...database, close, listenUrl: config.listenUrl ?? url }
}
