import { verifyCompanyDays, verifyTaskDays } from './features/analytics/days/days.ts'
import { verifyReviewDays } from './features/analytics/reviews/reviews-verify.ts'
import { verifyGateCounts } from './features/door/verify.ts'
import { verifyPerPerson } from './features/leaderboard/service.ts'
import { verify } from './features/proofs/verify/verify.ts'
import { verifyEventCounts } from './features/registrations/verify.ts'
import type { Platform } from './platform/platform.ts'

/**
 * Recomputes every total from the ledger and from the approved proofs, the kept days and points per person of each company, the kept
 * reviews of each day and the kept counts of each event from their rows, and says where they differ.
 */
export async function verifyTotals(platform: Platform): Promise<{ companies: number; differences: string[] }> {
  const { companies, differences: inTotals } = await verify(platform)
  const differences = [
    ...inTotals,
    ...(await verifyCompanyDays(platform)),
    ...(await verifyTaskDays(platform)),
    ...(await verifyReviewDays(platform)),
    ...(await verifyPerPerson(platform)),
    ...(await verifyEventCounts(platform)),
    ...(await verifyGateCounts(platform)),
  ]
  return { companies, differences }
}
