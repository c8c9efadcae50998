import { isNotNull } from 'drizzle-orm'
import type { Db } from '../database/client.ts'
import { outbox } from '../mail/tables.ts'
import { jobs } from './tables.ts'

type Failing = { queue: string; what: string; attempts: number; lastError: string | null }

/** Jobs and mails whose last attempt failed. Addresses are left out: an operator's terminal is no place for them. */
export async function listFailing(db: Db, limit = 50): Promise<Failing[]> {
  const failedJobs = await db.select().from(jobs).where(isNotNull(jobs.lastError)).orderBy(jobs.runAt).limit(limit)
  const failedMails = await db
    .select()
    .from(outbox)
    .where(isNotNull(outbox.lastError))
    .orderBy(outbox.nextAttemptAt)
    .limit(limit)
  return [
    ...failedJobs.map(({ kind, key, attempts, lastError }) => {
      return { queue: 'jobs', what: key ? `${kind} ${key}` : kind, attempts, lastError }
    }),
    ...failedMails.map(({ id, template, attempts, lastError }) => {
      return { queue: 'mails', what: `${template} ${id}`, attempts, lastError }
    }),
  ]
}
