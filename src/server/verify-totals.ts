import { count } from './features/companies/service.ts'
import type { Platform } from './platform/platform.ts'
import { slices } from './slices.ts'

/**
 * Recomputes every total from the ledger and from the approved proofs, the kept days and points per person of each company, the kept
 * reviews of each day and the kept counts of each event from their rows, and says where they differ.
 */
export async function verifyTotals(platform: Platform): Promise<{ companies: number; differences: string[] }> {
  const differences: string[] = []
  for (const { verify } of slices) differences.push(...((await verify?.(platform)) ?? []))
  return { companies: await count(platform), differences }
}
