import { asc, eq, sql } from 'drizzle-orm'
import { companies } from '#server/features/companies/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { placeholder, prepareQuery, prepareStatement } from '#server/platform/database/prepared.ts'
import { listOf, rowsOf } from '#server/platform/database/rows.ts'
import { nameOf, type Row, reviewer } from '../store.ts'
import { taskProofs } from '../tables.ts'

// Locks proofs in the order of their ids, so two concurrent decisions cannot deadlock.
const lockQuery = prepareQuery('lock-proofs-for-review', (db) => {
  const requested = db
    .select({
      proofId: sql<string>`asked_id`.as('proof_id'),
      reviewerId: sql<string | null>`asked_by`.as('reviewer_id'),
    })
    .from(
      sql`unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('reviewerIds')}::uuid[]) as given(asked_id, asked_by)`,
    )
    .as('asked')
  return db
    .select({
      requestedBy: requested.reviewerId,
      proof: taskProofs,
      taskTitle: tasks.title,
      taskArchivedAt: tasks.archivedAt,
      award: { points: tasks.pointsReward, calories: tasks.caloriesBurned },
      companyName: companies.name,
      teamSize: companies.teamSize,
      ownerId: companies.userId,
      reviewerName: nameOf(reviewer),
    })
    .from(requested)
    .innerJoin(taskProofs, eq(taskProofs.id, requested.proofId))
    .innerJoin(tasks, eq(tasks.id, taskProofs.taskId))
    .innerJoin(companies, eq(companies.id, taskProofs.companyId))
    .leftJoin(reviewer, eq(reviewer.id, requested.reviewerId))
    .orderBy(asc(taskProofs.id))
    .for('update', { of: taskProofs })
})

type RequestedReview = { id: string; reviewerId: string | null }

/**
 * Locks the proofs until the transaction ends and reads everything decisions need, in the order of `requested`. The award
 * is the task's present one, also if the task is archived. `reviewerName` belongs to the requesting reviewer, not to an
 * earlier one; null without a reviewer.
 */
export async function lockForReview(tx: Tx, requested: RequestedReview[]): Promise<(LockedProof | undefined)[]> {
  const rows = await lockQuery(tx, {
    ids: requested.map(({ id }) => id),
    reviewerIds: requested.map(({ reviewerId }) => reviewerId),
  })
  return requested.map(({ id, reviewerId }) =>
    rows.find(({ proof, requestedBy }) => proof.id === id && requestedBy === reviewerId),
  )
}

export type LockedProof = Awaited<ReturnType<typeof lockQuery>>[number]

const { status, adminNotes, rejectionReasons, reviewedAt, reviewedBy } = taskProofs
const { pointsAwarded, caloriesAwarded, fixDueAt, fixRounds } = taskProofs
const decidedColumns = {
  ...{ status, adminNotes, rejectionReasons, reviewedAt, reviewedBy },
  ...{ pointsAwarded, caloriesAwarded, fixDueAt, fixRounds },
}
type Decided = Pick<Row, keyof typeof decidedColumns>

// Passes the ids as an array too: PostgreSQL estimates a hundred rows for the JSON and would scan the whole table.
const decideStatement = prepareStatement(
  'decide-proofs',
  sql`update ${taskProofs} set ${listOf(Object.entries(decidedColumns).map(([key, { name }]) => sql`${sql.identifier(name)} = decision.${sql.identifier(key)}`))},
      claimed_by = null, claimed_until = null
    from ${rowsOf('decision', { proofId: taskProofs.id, ...decidedColumns })}
    where id = "proofId" and id = any(${placeholder('ids')}::uuid[])`,
)

/** Writes the decisions and ends the claims on the proofs. */
export async function decide(tx: Tx, decisions: (Decided & { proofId: string })[]) {
  const ids = decisions.map(({ proofId }) => proofId)
  await decideStatement(tx, { ids, decision: JSON.stringify(decisions) })
}
