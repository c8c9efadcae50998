import { measureFiles } from './features/files/preparing/prepare.ts'
import { measureWaiting } from './features/proofs/service.ts'
import type { QueueState } from './platform/jobs/metrics.ts'
import { measureJobs } from './platform/jobs/queue.ts'
import { measureOutbox } from './platform/mail/outbox.ts'
import type { Platform } from './platform/platform.ts'

type Measured = Pick<Platform, 'db' | 'clock'>

const measures = [measureOutbox, measureFiles, measureJobs]

/** What waits, runs and failed in every queue. */
export async function measureQueues(platform: Measured): Promise<QueueState[]> {
  return (await Promise.all(measures.map((measure) => measure(platform)))).flat()
}

/** What the metrics ask the slices for. */
export const createMeasures = (platform: Measured) => ({
  queues: () => measureQueues(platform),
  proofs: () => measureWaiting(platform.db, platform.clock.now()),
})
