import { after, seconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'

export const expireFixKind = 'expire-fix'

// The database's clock decides, and this computer's may be a little ahead of it.
const clocksDiffer = seconds(1)

/** Screens change when the time ends, not when the next sweep comes. */
export const scheduleExpiry = (tx: Tx, proofId: string, dueAt: Date, now: Date) =>
  enqueue(tx, { kind: expireFixKind, key: `${proofId} ${dueAt.toISOString()}`, runAt: after(dueAt, clocksDiffer) }, now)
