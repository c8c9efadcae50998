import type { Platform } from '#server/platform/platform.ts'
import { verifyTotals } from '#server/verify-totals.ts'
import { runCommand, say, withPlatform } from './run-command.ts'

/** `npm run verify`: lists where stored totals, days and counts differ from the rows behind them. */
async function compareTotals(platform: Platform): Promise<number> {
  const { companies, differences } = await verifyTotals(platform)
  for (const line of differences) say(line)
  say(`${companies} companies, ${differences.length} differences`)
  return differences.length === 0 ? 0 : 1
}

runCommand(() => withPlatform(compareTotals))
