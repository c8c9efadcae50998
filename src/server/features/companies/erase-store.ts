import { eq, inArray, sql } from 'drizzle-orm'
import { defaultBrandingColor } from '#contract/companies/endpoints.ts'
import { keyBeside } from '#contract/companies/names.ts'
import { users } from '#server/features/auth/tables.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { companies, teamSizeChanges } from './tables.ts'

/** Replaces an erased contact address by the address with which the company signs in. */
export async function replaceContacts(tx: Tx, ids: string[], now: Date) {
  if (ids.length === 0) return
  const ofAccount = sql`(select ${users.email} from ${users} where ${users.id} = ${companies.userId})`
  await tx.update(companies).set({ email: ofAccount, updatedAt: now }).where(inArray(companies.id, ids))
}

/**
 * Keeps points, rank and team sizes, because other companies' ranks depend on them; removes the data that identifies
 * the company.
 */
export async function eraseProfile(tx: Tx, id: string, pseudonym: string, now: Date) {
  await tx
    .update(companies)
    .set({
      name: pseudonym,
      nameKey: keyBeside(pseudonym, id),
      contactPersonName: '',
      email: `erased-${id}@erased.invalid`,
      phone: '',
      logoUrl: null,
      brandingColor: defaultBrandingColor,
      updatedAt: now,
    })
    .where(eq(companies.id, id))
  await tx.delete(teamSizeChanges).where(eq(teamSizeChanges.companyId, id))
}
