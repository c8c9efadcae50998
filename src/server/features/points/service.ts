import type { QueryOf } from '#contract/endpoint.ts'
import { perPersonMillionths } from '#contract/leaderboard/boards.ts'
import type { listPointEntries } from '#contract/points/endpoints.ts'
import * as companies from '#server/features/companies/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import { allInOrder } from '#server/platform/database/batching/all-in-order.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { pageOf, parsePageQuery } from '#server/platform/http/paging.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

export { eraseReasons } from './erase-store.ts'

type Entry = store.NewEntry

/**
 * Inserts entries and increments the companies' totals in a single transaction, without a read-modify-write. Both
 * statements are sent before the first await, so approvals can pipeline other statements. A caller with entries of
 * several companies must lock their rows.
 */
export async function addLedgerEntries(tx: Tx, entries: Entry[]) {
  const changes = entries.map((entry) => {
    const { companyId, points, calories, teamSize, at: now } = entry
    const reachedAt = counts(entry) ? entry.effectiveAt : undefined
    return { companyId, points, calories, perPerson: perPersonMillionths(points, teamSize), reachedAt, now }
  })
  const [totals] = await allInOrder([companies.addPoints(tx, changes), store.insertEntries(tx, entries)])
  // A reversal may undo the entry that reached the total, so compute that moment again. `addPoints` has locked the
  // company's row.
  for (const { kind, companyId } of entries)
    if (kind === 'reverse') await companies.setReachedAt(tx, companyId, await store.reachedAt(tx, companyId))
  await publish(tx, 'everyone', 'leaderboard')
  for (const { id, userId } of totals) if (userId) await publish(tx, { user: userId }, `companies/${id}`)
  return totals
}

/**
 * Returns the team size of the approval: a reversal takes back exactly the same amount, even if the team size has
 * changed.
 */
export async function teamSizeAtApproval(tx: Tx, proofId: string): Promise<number> {
  const teamSize = await store.teamSizeAtApproval(tx, proofId)
  if (teamSize === undefined) throw new Error(`proof ${proofId} is approved and not in the ledger`)
  return teamSize
}

type Adjustment = { points: number; calories: number; reason: string }

export async function adjust(
  { db, clock }: Platform,
  viewer: Viewer,
  companyId: string,
  { points, calories, reason }: Adjustment,
) {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const company = await companies.lockTotals(tx, companyId)
    refuseBelowZero(company, { points, calories })
    const entry = {
      companyId: company.id,
      kind: 'adjust' as const,
      points,
      calories,
      teamSize: company.teamSize,
      effectiveAt: now,
      at: now,
      actorId: viewer.userId,
      reason,
    }
    const [totals] = await addLedgerEntries(tx, [entry])
    const { name, totalPoints, totalCaloriesBurned } = totals ?? company
    await logAudit(tx, viewer, now, {
      action: 'adjusted the points of',
      subject: name,
      subjectId: company.id,
      after: { points, calories, reason },
    })
    await publish(tx, 'administrators', 'companies')
    return { totalPoints, totalCaloriesBurned }
  })
}

type Totals = { name: string; totalPoints: number; totalCaloriesBurned: number }

const amount = new Intl.NumberFormat('en')

/** Reads the task titles of these proofs. The proofs slice passes it, because it depends on this slice. */
export type TaskTitlesOf = (platform: Platform, proofIds: string[]) => Promise<Map<string, string>>

/** Lists every change of a company's points, for the company and administrators. */
export async function list(
  platform: Platform,
  viewer: Viewer,
  companyId: string,
  query: QueryOf<typeof listPointEntries>,
  taskTitlesOf: TaskTitlesOf,
) {
  if (!viewer.isAdmin && viewer.companyId !== companyId) throw new Problem('not-found')
  const pageQuery = parsePageQuery(query)
  return pageOf(pageQuery, await store.list(platform.db, companyId, pageQuery), async (rows) => {
    const titles = await taskTitlesOf(
      platform,
      rows.flatMap(({ proofId }) => proofId ?? []),
    )
    return rows.map((row) => ({ ...row, taskTitle: titles.get(row.proofId ?? '') ?? null }))
  })
}

/** True if the entry counts for the moment when the total was reached, by the same rule as `store.reachedAt`. */
const counts = ({ kind, points }: Entry) => kind === 'adjust' || (kind === 'approve' && points > 0)

/** Limits deductions only, so a total below zero after a reversal can be raised in steps. */
function refuseBelowZero(company: Totals, { points, calories }: Pick<Adjustment, 'points' | 'calories'>) {
  const fields = {
    ...belowZero('points', company.name, company.totalPoints, points),
    ...belowZero('calories', company.name, company.totalCaloriesBurned, calories),
  }
  const [sentence] = Object.values(fields)
  if (sentence) throw new Problem('points-below-zero', { sentence, fields })
}

function belowZero(field: 'points' | 'calories', name: string, total: number, change: number) {
  if (change >= 0 || total + change >= 0) return {}
  const possible = total > 0 ? `at most ${amount.format(total)} can be deducted` : 'nothing can be deducted'
  const [one, many] = field === 'points' ? ['point', 'points'] : ['calorie', 'calories']
  return { [field]: `${name} has ${amount.format(total)} ${total === 1 ? one : many}: ${possible}.` }
}
