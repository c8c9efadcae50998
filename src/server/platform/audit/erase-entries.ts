import { sql } from 'drizzle-orm'
import type { Tx } from '../database/client.ts'
import { auditEntries } from './tables.ts'

type Erased = { userIds: string[]; subjectIds: string[]; pseudonym: string }

/** Allows this transaction to erase text in append-only tables; their triggers still refuse other changes. */
export async function allowErasing(tx: Tx) {
  await tx.execute(sql`select set_config('sports_week.erasing', 'on', true)`)
}

/**
 * Keeps the log entries and puts a pseudonym in the person's place. Before and after values keep numbers, switches and
 * states; other text may be personal and goes.
 */
export async function eraseEntries(tx: Tx, { userIds, subjectIds, pseudonym }: Erased) {
  await tx.execute(
    sql`update ${auditEntries} set actor = ${pseudonym} where actor_id = any(${sql.param(userIds)}::uuid[])`,
  )
  await tx.execute(sql`update ${auditEntries} set subject = ${pseudonym}, before = ${plain(sql`before`)}, after = ${plain(sql`after`)}
    where subject_id = any(${sql.param(subjectIds)}::text[])`)
}

const plain = (facts: ReturnType<typeof sql>) => sql`case when jsonb_typeof(${facts}) = 'object' then
  (select jsonb_object_agg(key, value) from jsonb_each(${facts}) where jsonb_typeof(value) in ('number', 'boolean') or key = 'status') end`
