import { after, seconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'

export const expireFixKind = 'expire-fix'

// The database's clock decides when the time ends; this computer's clock may be slightly ahead.
const clocksDiffer = seconds(1)

/** Schedules the expiry for its exact time, so screens do not wait for the next sweep. */
export const scheduleExpiry = (tx: Tx, proofId: string, dueAt: Date, now: Date) =>
  enqueue(tx, { kind: expireFixKind, key: `${proofId} ${dueAt.toISOString()}`, runAt: after(dueAt, clocksDiffer) }, now)
