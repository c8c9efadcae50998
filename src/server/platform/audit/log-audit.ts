import type { Tx } from '../database/client.ts'
import { prepareInsert } from '../database/rows.ts'
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

const insertEntries = prepareInsert('insert-audit-entries', auditEntries, [
  ...(['at', 'actorId', 'actor', 'action', 'subject', 'subjectId', 'before', 'after'] as const),
])

/** Writes who did what, in the transaction that does it. Never give it a password or a token. */
export const logAudit = (tx: Tx, who: Who, now: Date, entry: AuditEntry) => logManyAudits(tx, now, [{ who, ...entry }])

/** The same of what several did at one moment. */
export async function logManyAudits(tx: Tx, now: Date, entries: (AuditEntry & { who: Who })[]) {
  const rows = entries.map(({ who, ...entry }) => ({
    at: now,
    ...entry,
    ...(typeof who === 'string' ? { actor: who } : { actorId: who.userId, actor: who.email }),
  }))
  await insertEntries(tx, rows)
  await publish(tx, 'administrators', 'audit')
}
