import { count } from './features/companies/service.ts'
import type { Platform } from './platform/platform.ts'
import { slices } from './slices.ts'

/**
 * Recomputes stored numbers and lists differences: totals from the ledger and from approved proofs, each company's days
 * and points per person, each day's reviews, each event's counts.
 */
export async function verifyTotals(platform: Platform): Promise<{ companies: number; differences: string[] }> {
  const differences: string[] = []
  for (const { verify } of slices) differences.push(...((await verify?.(platform)) ?? []))
  return { companies: await count(platform), differences }
}
