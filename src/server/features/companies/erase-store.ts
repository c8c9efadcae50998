import { eq } from 'drizzle-orm'
import { defaultBrandingColor } from '#contract/companies/endpoints.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { companies } from './tables.ts'

/** Points, rank and team sizes stay, since every other company's rank depends on them; what says whose they are goes. */
export async function eraseProfile(tx: Tx, id: string, pseudonym: string, now: Date) {
  await tx
    .update(companies)
    .set({
      name: pseudonym,
      contactPersonName: '',
      email: `erased-${id}@erased.invalid`,
      phone: '',
      logoUrl: null,
      brandingColor: defaultBrandingColor,
      updatedAt: now,
    })
    .where(eq(companies.id, id))
}
