import { resolve } from 'node:path'
import { listStoredFiles } from '#server/backups.ts'
import { describeContents, listArchives } from '#server/platform/backup/archive/archive-names.ts'
import { describeSignature } from '#server/platform/backup/archive/signature.ts'
import { runDrill } from '#server/platform/backup/drill.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/platform.ts'
import { verifyTotals } from '#server/verify-totals.ts'
import { readArguments, runCommand, say, stopAtSignals } from './run-command.ts'

/**
 * `npm run drill -- [--folder folder] [file]`: restores the newest archive into a temporary system, verifies it and
 * deletes that system.
 */
async function drill(): Promise<number> {
  const { values, positionals } = readArguments({ folder: { type: 'string' } })
  const [given] = positionals
  const config = readConfig()
  const [newest] = given ? [] : await listArchives(config)
  const path = given ? resolve(given) : newest?.path
  if (!path) {
    say('There is no backup yet: npm run backup')
    return 1
  }
  const compare = async (platform: Platform) => (await verifyTotals(platform)).differences
  const folder = values.folder === undefined ? undefined : resolve(values.folder)
  const parts = { path, folder, config, compare, listFiles: listStoredFiles, stopping: stopAtSignals() }
  const { archive, differences, seconds } = await runDrill(parts)
  const { manifest, signature } = archive
  if (signature !== 'valid') say(`Warning: ${describeSignature[signature]}`)
  for (const line of differences) say(line)
  say(`${path} of ${manifest.madeAt}: ${describeContents(manifest)}, restored and compared in ${seconds.toFixed(0)} s`)
  say(`${differences.length} differences`)
  return differences.length === 0 ? 0 : 1
}

runCommand(drill)
