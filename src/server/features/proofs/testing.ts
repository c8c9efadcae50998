import { pointEntries } from '#server/features/points/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import type { Platform } from '#server/platform/platform.ts'
import { taskProofs } from './tables.ts'
import { verify } from './verify/verify.ts'

type Server = Pick<Platform, 'db' | 'clock'>

/** Creates tasks that are worth 1, 2, 3 … points and ten times as many calories. */
export async function someTasks({ db, clock }: Server, count: number): Promise<string[]> {
  if (count === 0) return []
  const now = clock.now()
  const rows = Array.from({ length: count }, (_, n) => ({
    title: `Task ${n + 1}`,
    description: 'Run five kilometres together',
    pointsReward: n + 1,
    caloriesBurned: (n + 1) * 10,
    date: now,
    createdAt: now,
  }))
  return (await db.insert(tasks).values(rows).returning()).map(({ id }) => id)
}

/** Inserts a pending proof for each task, without uploading files. */
export async function waitingProofs({ db, clock }: Server, companyId: string, taskIds: string[]): Promise<string[]> {
  const rows = taskIds.map((taskId) => ({
    taskId,
    companyId,
    contentUrls: Array.from({ length: 6 }, (_, n) => `proofs/${String(n).repeat(32)}.jpg`),
    contentType: 'image' as const,
    noticeVersion: 'test',
    submittedAt: clock.now(),
  }))
  return (await db.insert(taskProofs).values(rows).returning()).map(({ id }) => id)
}

/** Matches the first write of a submission. It locks the company's row, so two submissions can only race before it. */
export const firstWrite = /^update "companies" set "team_size_fixed_at"/

/** Returns the ledger in order, and its differences from the totals. */
export async function ledger({ db }: Pick<Server, 'db'>) {
  const lines = await db.select().from(pointEntries).orderBy(pointEntries.id)
  return { kinds: lines.map(({ kind }) => kind), lines, differences: (await verify({ db })).differences }
}
