import { readConfig } from '#server/platform/config.ts'
import { listFailing } from '#server/platform/jobs/failing.ts'
import { measureQueues } from '#server/platform/jobs/measure.ts'
import { openPlatform } from '#server/platform/open-platform.ts'

/** `npm run jobs`: what waits, runs and failed in every queue, and the last error of what failed. */
async function run() {
  const { platform, close } = await openPlatform(readConfig(), 'visit')
  try {
    for (const { queue, kind, waiting, running, failed, oldestSeconds } of await measureQueues(platform)) {
      const name = [queue, kind].filter(Boolean).join(': ')
      const oldest = `oldest due for ${Math.round(oldestSeconds)} s`
      process.stdout.write(`${name.padEnd(36)} ${waiting} waiting, ${running} running, ${failed} failed, ${oldest}\n`)
    }
    for (const { queue, what, attempts, lastError } of await listFailing(platform.db))
      process.stdout.write(`${queue}: ${what}, ${attempts} attempts: ${lastError}\n`)
  } finally {
    await close()
  }
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
