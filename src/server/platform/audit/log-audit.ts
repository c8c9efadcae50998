import type { Tx } from '../database/client.ts'
import { prepareInsert } from '../database/rows.ts'
import { publish } from '../live/publish.ts'
import type { Actor } from '../platform.ts'
import { auditEntries } from './tables.ts'

type AuditEntry = {
  /** A verb in product words, for instance `reset the password of`. */
  action: string
  /** The object of the action, in words that a person recognises. */
  subject: string
  subjectId?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

type Who = Actor | 'command line' | 'time limit'

const insertEntries = prepareInsert('insert-audit-entries', auditEntries, [
  ...(['at', 'actorId', 'actor', 'action', 'subject', 'subjectId', 'before', 'after'] as const),
])

/** Logs an action in the transaction that performs it. Never pass a password or a token. */
export const logAudit = (tx: Tx, who: Who, now: Date, entry: AuditEntry) => logManyAudits(tx, now, [{ who, ...entry }])

/** Batch insert of entries of several people at one moment. */
export async function logManyAudits(tx: Tx, now: Date, entries: (AuditEntry & { who: Who })[]) {
  const rows = entries.map(({ who, ...entry }) => ({
    at: now,
    ...entry,
    ...(typeof who === 'string' ? { actor: who } : { actorId: who.userId, actor: who.email }),
  }))
  await insertEntries(tx, rows)
  await publish(tx, 'administrators', 'audit')
}
