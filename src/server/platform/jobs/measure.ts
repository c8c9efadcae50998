import { measureOutbox } from '../mail/outbox.ts'
import type { Platform } from '../platform.ts'
import { measureFiles } from '../storage/prepare.ts'
import type { QueueState } from './metrics.ts'
import { measureJobs } from './queue.ts'

const measures = [measureOutbox, measureFiles, measureJobs]

/** What waits, runs and failed in every queue. */
export async function measureQueues(platform: Pick<Platform, 'db' | 'clock'>): Promise<QueueState[]> {
  return (await Promise.all(measures.map((measure) => measure(platform)))).flat()
}
