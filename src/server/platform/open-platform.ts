import { pino } from 'pino'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { openConfiguredDatabase, type Role } from './database/open.ts'
import { SignalBus } from './live/bus.ts'
import { hearingCommits } from './live/publish.ts'
import type { Platform } from './platform.ts'
import { openFileStore } from './storage/open-store.ts'

export type OpenPlatform = { platform: Platform; listenUrl: string; close(): Promise<void> }

/** Everything a service needs, for the server and for commands beside it. */
export async function openPlatform(config: Config, role: Role): Promise<OpenPlatform> {
  const log = pino({ level: role === 'serve' ? config.logLevel : 'silent' })
  const database = await openConfiguredDatabase(config, log, role)
  const signals = new SignalBus()
  const files = await openFileStore(config, log).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const platform = { config, clock: systemClock, db: hearingCommits(database.db, signals), log, signals, files }
  return { platform, listenUrl: database.listenUrl, close: database.close }
}
