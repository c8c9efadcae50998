import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/database/client.ts'
import { joinEmbedded } from '#server/platform/database/embedded.ts'
import { readFreeSpace } from '#server/platform/storage/free-space.ts'
import { type CheckContext, type Finding, runCheck } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { fileChecks } from './file-checks.ts'
import { networkChecks } from './network-checks.ts'
import { redact, secretChecks } from './secret-checks.ts'

export const checks = [...databaseChecks, ...fileChecks, ...networkChecks, ...secretChecks]

type Parts = Partial<Pick<CheckContext, 'clock' | 'readFreeSpace' | 'databaseVersion' | 'patience'>>

// A busy computer answers late without a fault.
const defaultPatience = 15_000

/** Runs every check without lasting changes: no migration, no bucket, no folder. */
export async function examine(config: Config, parts: Parts = {}): Promise<Finding[]> {
  const patience = parts.patience ?? defaultPatience
  const opening = openWithoutMigrating(config, patience)
  opening.catch(() => undefined)
  const context: CheckContext = {
    config,
    clock: systemClock,
    readFreeSpace,
    openDatabase: () => opening,
    ...parts,
    patience,
  }
  // Opens the database before the checks: starting an embedded one must not count against a check's timeout.
  const database = await opening.catch(() => undefined)
  try {
    const findings = await Promise.all(checks.map((check) => runCheck(check, context)))
    return findings.map((finding) => ({ ...finding, sentence: redact(finding.sentence, config) }))
  } finally {
    await database?.close()
  }
}

/** Opens the database in pooler mode, so that an unexpected pooler is reported and not an obstacle. */
async function openWithoutMigrating(config: Config, patience: number): Promise<Database> {
  const embedded = config.databaseUrl ? undefined : await openEmbedded(config.dataDir)
  const url = config.databaseUrl ?? embedded?.url ?? ''
  // Shorter than the check's timeout: the database's error is clearer than a timeout.
  const waiting = { connect: patience * 0.8, lock: patience * 0.5, statement: patience * 0.8 }
  const database = openDatabase({ url, pooled: true, connections: 4, waiting, onError: () => undefined })
  async function close() {
    await database.close()
    await embedded?.stop()
  }
  try {
    await database.pool.query('select 1')
  } catch (error) {
    await close()
    throw error
  }
  return { ...database, close }
}

/** Joins the running embedded database, or starts it for the examination; never creates one. */
async function openEmbedded(dataDir: string) {
  if (!existsSync(join(dataDir, 'db'))) throw new Error(`there is none in ${dataDir} yet`)
  return joinEmbedded({ dataDir })
}
