import { sql } from 'drizzle-orm'
import type { Tx } from '../database/client.ts'
import { placeholder, prepareQuery } from '../database/prepared.ts'
import { publish } from '../live/publish.ts'
import type { Actor } from '../platform.ts'
import { auditEntries } from './tables.ts'

type AuditEntry = {
  /** In product words, for instance `reset the password of`. */
  action: string
  /** On what, in words a person recognises. */
  subject: string
  subjectId?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

const insertEntry = prepareQuery('insert-audit-entry', (db) =>
  db.insert(auditEntries).values({
    at: placeholder('at'),
    actorId: placeholder('actorId'),
    actor: placeholder('actor'),
    action: placeholder('action'),
    subject: placeholder('subject'),
    subjectId: placeholder('subjectId'),
    before: sql`${placeholder('before')}::jsonb`,
    after: sql`${placeholder('after')}::jsonb`,
  }),
)

const toJson = (facts: Record<string, unknown> | undefined) => (facts ? JSON.stringify(facts) : null)

/** Writes who did what, in the transaction that does it. Never give it a password or a token. */
export async function logAudit(tx: Tx, actor: Actor | 'command line' | 'time limit', now: Date, entry: AuditEntry) {
  const who = typeof actor === 'string' ? { actorId: null, actor } : { actorId: actor.userId, actor: actor.email }
  const { action, subject, subjectId = null, before, after } = entry
  await insertEntry(tx, { ...who, at: now, action, subject, subjectId, before: toJson(before), after: toJson(after) })
  await publish(tx, 'administrators', 'audit')
}
