import { eq, sql } from 'drizzle-orm'
import type { ProofCounts } from '#contract/proofs/company-proofs.ts'
import type { Db } from '#server/platform/database/client.ts'
import { type PageQuery, positionIn } from '#server/platform/database/keyset.ts'
import { listPage } from '#server/platform/database/list-page.ts'
import { hasStatus } from '../store.ts'
import { captureGuests, captureLinks, proofDraftFiles, taskProofs } from '../tables.ts'

const countOf = (status: keyof ProofCounts) => sql<number>`count(*) filter (where ${hasStatus(status)})::int`

export async function countByStatus(db: Db, companyId: string): Promise<ProofCounts> {
  const [counts] = await db
    .select({
      pending: countOf('pending'),
      fix: countOf('fix'),
      approved: countOf('approved'),
      rejected: countOf('rejected'),
    })
    .from(taskProofs)
    .where(eq(taskProofs.companyId, companyId))
  return counts ?? { pending: 0, fix: 0, approved: 0, rejected: 0 }
}

/** A device uses the same secret for all links of a company, so it is one person. */
export async function contributors(db: Db, companyId: string, query: PageQuery) {
  const people = db
    .select({
      id: sql<string>`min(${captureGuests.id}::text)`.as('id'),
      firstName: sql<
        string | null
      >`(array_agg(${captureGuests.firstName} order by ${captureGuests.createdAt} desc) filter (where ${captureGuests.firstName} is not null))[1]`.as(
        'first_name',
      ),
      files: sql<number>`count(distinct ${proofDraftFiles.path})::int`.as('files'),
      tasks: sql<number>`count(distinct ${captureLinks.taskId})::int`.as('tasks'),
      lastAddedAt: sql`max(${proofDraftFiles.addedAt})`.mapWith(proofDraftFiles.addedAt).as('last_added_at'),
    })
    .from(captureLinks)
    .innerJoin(captureGuests, eq(captureGuests.linkId, captureLinks.id))
    .innerJoin(proofDraftFiles, eq(proofDraftFiles.guestId, captureGuests.id))
    .where(eq(captureLinks.companyId, companyId))
    .groupBy(captureGuests.deviceHash)
    .as('people')
  const latestFirst = { by: [sql`${people.lastAddedAt}`, sql`${people.id}`], descending: true }
  const rows = db
    .select({
      id: people.id,
      firstName: people.firstName,
      files: people.files,
      tasks: people.tasks,
      lastAddedAt: people.lastAddedAt,
      position: positionIn(latestFirst),
    })
    .from(people)
    .$dynamic()
  return listPage(db, rows, { from: sql`${people}`, where: undefined, order: latestFirst }, query)
}
