import { sql } from 'drizzle-orm'
import type { Tx } from '../database/client.ts'
import { placeholder, prepareStatement } from '../database/prepared.ts'
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

type Who = Actor | 'command line' | 'time limit'

const insertEntries = prepareStatement(
  'insert-audit-entries',
  sql`insert into ${auditEntries} (at, actor_id, actor, action, subject, subject_id, before, after)
    select ${placeholder('now')}::timestamptz, "actorId", actor, action, subject, "subjectId", before, after
    from jsonb_to_recordset(${placeholder('entries')}::jsonb) as entry(
      "actorId" uuid, actor text, action text, subject text, "subjectId" text, before jsonb, after jsonb)`,
)

/** Writes who did what, in the transaction that does it. Never give it a password or a token. */
export const logAudit = (tx: Tx, who: Who, now: Date, entry: AuditEntry) => logManyAudits(tx, now, [{ who, ...entry }])

/** The same of what several did at one moment. */
export async function logManyAudits(tx: Tx, now: Date, entries: (AuditEntry & { who: Who })[]) {
  const rows = entries.map(({ who, ...entry }) => ({
    ...entry,
    ...(typeof who === 'string' ? { actor: who } : { actorId: who.userId, actor: who.email }),
  }))
  await insertEntries(tx, { now, entries: JSON.stringify(rows) })
  await publish(tx, 'administrators', 'audit')
}
