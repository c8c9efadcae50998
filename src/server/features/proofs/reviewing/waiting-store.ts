import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'
import { taskProofs } from '../tables.ts'

/** Counts proofs that wait for a reviewer, not for their company. A fixed proof waits since its fix. */
export async function measureWaiting(db: Db, now: Date): Promise<{ waiting: number; oldestSeconds: number }> {
  const since = sql`greatest(${taskProofs.submittedAt}, (${taskProofs.fixRounds}->-1->>'fixedAt')::timestamptz)`
  const [found] = await db
    .select({
      waiting: sql<number>`count(*)::int`,
      oldestSeconds: sql<number>`coalesce(greatest(0, extract(epoch from
        ${now.toISOString()}::timestamptz - min(${since}))), 0)::float8`,
    })
    .from(taskProofs)
    .where(and(eq(taskProofs.status, 'pending'), isNull(taskProofs.fixDueAt)))
  return found ?? { waiting: 0, oldestSeconds: 0 }
}
