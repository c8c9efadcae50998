import { and, desc, eq, getTableColumns, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { type PageQuery, positionIn } from '#server/platform/database/keyset.ts'
import { listPage } from '#server/platform/database/list-page.ts'
import { prepareInsert } from '#server/platform/database/rows.ts'
import { pointEntries } from './tables.ts'

export type NewEntry = Omit<typeof pointEntries.$inferInsert, 'id'>

/** Inserts all entries in a single statement. */
export const insertEntries = prepareInsert('insert-point-entries', pointEntries, [
  ...(['companyId', 'proofId', 'kind', 'points', 'calories', 'teamSize'] as const),
  ...(['effectiveAt', 'at', 'actorId', 'reason'] as const),
])

/** Finds the team size at the approval of this proof. */
export async function teamSizeAtApproval(tx: Tx, proofId: string): Promise<number | undefined> {
  const [approval] = await tx
    .select({ teamSize: pointEntries.teamSize })
    .from(pointEntries)
    .where(and(eq(pointEntries.proofId, proofId), eq(pointEntries.kind, 'approve')))
    .orderBy(desc(pointEntries.id))
    .limit(1)
  return approval?.teamSize
}

/** The moment when the present total was reached: the latest submission or adjustment that still counts. */
export async function reachedAt(tx: Tx, companyId: string): Promise<Date | null> {
  const [row] = await tx
    .select({ at: sql<Date | null>`max(${pointEntries.effectiveAt})`.mapWith(pointEntries.effectiveAt) })
    .from(pointEntries)
    .where(
      and(
        eq(pointEntries.companyId, companyId),
        or(
          eq(pointEntries.kind, 'adjust'),
          sql`(select sum(e.points) from point_entries e where e.proof_id = ${pointEntries.proofId}) > 0`,
        ),
      ),
    )
  return row?.at ?? null
}

const lastEntryFirst = { by: [pointEntries.id], descending: true }

export async function list(db: Db, companyId: string, query: PageQuery) {
  const where = eq(pointEntries.companyId, companyId)
  const rows = db
    .select({ ...getTableColumns(pointEntries), position: positionIn(lastEntryFirst) })
    .from(pointEntries)
    .$dynamic()
  return listPage(db, rows, { from: pointEntries, where, order: lastEntryFirst }, query)
}
