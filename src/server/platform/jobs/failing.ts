import { isNotNull } from 'drizzle-orm'
import type { Db } from '../database/client.ts'
import { jobs } from './tables.ts'

export type Failing = { queue: string; what: string; attempts: number; lastError: string | null }

/** Jobs whose last attempt failed. */
export async function listFailingJobs(db: Db, limit = 50): Promise<Failing[]> {
  const failing = await db.select().from(jobs).where(isNotNull(jobs.lastError)).orderBy(jobs.runAt).limit(limit)
  return failing.map(({ kind, key, attempts, lastError }) => {
    return { queue: 'jobs', what: key ? `${kind} ${key}` : kind, attempts, lastError }
  })
}
