import { isNotNull } from 'drizzle-orm'
import type { Db } from '../database/client.ts'
import type { Failing } from '../jobs/failing.ts'
import { outbox } from './tables.ts'

/** Mails whose last attempt failed, without addresses, which do not belong on an operator's terminal. */
export async function listFailingMails(db: Db, limit = 50): Promise<Failing[]> {
  const failing = await db
    .select()
    .from(outbox)
    .where(isNotNull(outbox.lastError))
    .orderBy(outbox.nextAttemptAt)
    .limit(limit)
  return failing.map(({ id, template, attempts, lastError }) => {
    return { queue: 'mails', what: `${template} ${id}`, attempts, lastError }
  })
}
