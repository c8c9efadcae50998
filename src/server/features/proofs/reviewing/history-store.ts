import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import { auditEntries } from '#server/platform/audit/tables.ts'
import type { Db } from '#server/platform/database/client.ts'

/** Lists the audit entries of this proof, oldest first. */
export const actionsOn = (db: Db, proofId: string, since: Date, actions: string[]) =>
  db
    .select({ at: auditEntries.at, action: auditEntries.action, after: auditEntries.after })
    .from(auditEntries)
    .where(and(gte(auditEntries.at, since), eq(auditEntries.subjectId, proofId), inArray(auditEntries.action, actions)))
    .orderBy(asc(auditEntries.at), asc(auditEntries.id))
