import { verifyCompanyDays, verifyTaskDays } from '#server/features/analytics/days/days.ts'
import { verifyReviewDays } from '#server/features/analytics/reviews/reviews-verify.ts'
import { verifyGateCounts } from '#server/features/door/verify.ts'
import { verifyPerPerson } from '#server/features/leaderboard/service.ts'
import { verify } from '#server/features/proofs/verify/verify.ts'
import { verifyEventCounts } from '#server/features/registrations/verify.ts'
import type { Platform } from '#server/platform/platform.ts'
import { runCommand, say, withPlatform } from './run-command.ts'

/**
 * `npm run verify`: recomputes every total from the ledger and from the approved proofs, the kept days and points
 * per person of each company, the kept reviews of each day and the kept counts of each event from their rows, and says where they differ.
 */
async function compareTotals(platform: Platform): Promise<number> {
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
  for (const line of differences) say(line)
  say(`${companies} companies, ${differences.length} differences`)
  return differences.length === 0 ? 0 : 1
}

runCommand(() => withPlatform(compareTotals))
