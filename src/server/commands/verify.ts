import type { Platform } from '#server/platform/platform.ts'
import { verifyTotals } from '#server/verify-totals.ts'
import { runCommand, say, withPlatform } from './run-command.ts'

/** `npm run verify`: says where totals, kept days and kept counts differ from the rows that they are computed from. */
async function compareTotals(platform: Platform): Promise<number> {
  const { companies, differences } = await verifyTotals(platform)
  for (const line of differences) say(line)
  say(`${companies} companies, ${differences.length} differences`)
  return differences.length === 0 ? 0 : 1
}

runCommand(() => withPlatform(compareTotals))
