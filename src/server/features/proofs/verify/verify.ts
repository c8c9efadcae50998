import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store.ts'
import { disagreements, wronglyAwarded } from './verify-store.ts'

/**
 * Compares totals with the ledger, and the ledger with approved proofs, for a single company or all. `quickly` compares
 * single proofs only for companies whose weighted sums differ, while somebody waits for a report.
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
