import { measureQueues } from '#server/measure-queues.ts'
import { listFailingJobs } from '#server/platform/jobs/failing.ts'
import type { QueueState } from '#server/platform/jobs/metrics.ts'
import { listFailingMails } from '#server/platform/mail/failing.ts'
import type { Platform } from '#server/platform/platform.ts'
import { runCommand, say, withPlatform } from './run-command.ts'

/** `npm run jobs`: pending, running and failed jobs of every queue, and the last error of each failure. */
async function show(platform: Platform): Promise<number> {
  for (const state of await measureQueues(platform)) say(stateLine(state))
  const failing = [...(await listFailingJobs(platform.db)), ...(await listFailingMails(platform.db))]
  for (const { queue, what, attempts, lastError } of failing)
    say(`${queue}: ${what}, ${attempts} attempts: ${lastError}`)
  return 0
}

function stateLine({ queue, kind, waiting, scheduled = 0, running, failed, oldestSeconds }: QueueState): string {
  const name = [queue, kind].filter(Boolean).join(': ').padEnd(36)
  if (scheduled > 0 && waiting + running + failed === 0) return `${name} ${scheduled} scheduled`
  const later = scheduled > 0 ? `, ${scheduled} scheduled` : ''
  return `${name} ${waiting} waiting, ${running} running, ${failed} failed, oldest due for ${Math.round(oldestSeconds)} s${later}`
}

runCommand(() => withPlatform(show))
