import { and, inArray, ne } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/client.ts'
import { taskProofs } from '../tables.ts'

/** Finds the pairs of these tasks and companies with a pending or approved proof, as `company task`. */
export async function listHandedIn(tx: Tx, taskIds: string[], companyIds: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ taskId: taskProofs.taskId, companyId: taskProofs.companyId })
    .from(taskProofs)
    .where(
      and(
        inArray(taskProofs.taskId, taskIds),
        inArray(taskProofs.companyId, companyIds),
        ne(taskProofs.status, 'rejected'),
      ),
    )
  return new Set(rows.map(({ taskId, companyId }) => `${companyId} ${taskId}`))
}
