import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store.ts'
import { disagreements, wronglyAwarded } from './verify-store.ts'

/**
 * The cached totals against the ledger, and the ledger against the approved proofs: all three must tell the same. Of one company,
 * or of all. `quickly` compares proofs one by one only where the weighted sums of a company differ: for a report somebody waits for.
 */
export async function verify(
  { db }: Pick<Platform, 'db'>,
  companyId?: string,
  { quickly = false } = {},
): Promise<{ companies: number; differences: string[] }> {
  const totals = (await disagreements(db, companyId)).map(
    ({ name, total, ledger, approved, calories, ledgerCalories }) =>
      `${name}: ${total} points shown, ${ledger} in the ledger, ${approved} from proofs and adjustments; ${calories} calories shown, ${ledgerCalories} in the ledger`,
  )
  const awards = (await wronglyAwarded(db, companyId, { quickly })).map(
    ({ company, task, points, calories, ledger, ledgerCalories }) =>
      `${company}, ${task}: ${points} points and ${calories} calories awarded, ${ledger} and ${ledgerCalories} in the ledger`,
  )
  return { companies: companyId ? 1 : await store.countCompanies(db), differences: [...totals, ...awards] }
}
