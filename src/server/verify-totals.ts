import { count } from './features/companies/service.ts'
import type { Platform } from './platform/platform.ts'
import { slices } from './slices.ts'

/**
 * Recomputes stored numbers from their rows and lists differences: totals, days and points per person of companies;
 * reviews of days; counts of events.
 */
export async function verifyTotals(platform: Platform): Promise<{ companies: number; differences: string[] }> {
  const differences: string[] = []
  for (const { verify } of slices) differences.push(...((await verify?.(platform)) ?? []))
  return { companies: await count(platform), differences }
}
