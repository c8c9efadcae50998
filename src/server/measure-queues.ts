import type { QueueState } from './platform/jobs/metrics.ts'
import { measureJobs } from './platform/jobs/queue.ts'
import { measureOutbox } from './platform/mail/outbox.ts'
import type { Platform } from './platform/platform.ts'
import { slices } from './slices.ts'

const measures = [measureOutbox, ...slices.flatMap(({ measureQueue }) => measureQueue ?? []), measureJobs]

/** Counts pending, running and failed jobs of every queue. */
export async function measureQueues(platform: Pick<Platform, 'db' | 'clock'>): Promise<QueueState[]> {
  return (await Promise.all(measures.map((measure) => measure(platform)))).flat()
}
