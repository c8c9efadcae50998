import { resolve } from 'node:path'
import { describeContents, listArchives } from '#server/platform/backup/archive/archive-names.ts'
import { runDrill } from '#server/platform/backup/drill.ts'
import { readConfig } from '#server/platform/config.ts'
import { verifyTotals } from '#server/verify-totals.ts'
import { runCommand, say } from './run-command.ts'

/** `npm run drill -- [file]`: restores the newest archive into a system of its own, compares, and throws that away. */
async function drill(): Promise<number> {
  const [given] = process.argv.slice(2)
  const [newest] = given ? [] : await listArchives(readConfig())
  const path = given ? resolve(given) : newest?.path
  if (!path) {
    say('There is no backup yet: npm run backup')
    return 1
  }
  const { manifest, differences, seconds } = await runDrill(
    path,
    async (platform) => (await verifyTotals(platform)).differences,
  )
  for (const line of differences) say(line)
  say(`${path} of ${manifest.madeAt}: ${describeContents(manifest)}, restored and compared in ${seconds.toFixed(0)} s`)
  say(`${differences.length} differences`)
  return differences.length === 0 ? 0 : 1
}

runCommand(drill)
