import * as companies from '#server/features/companies/service.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { publish } from '#server/platform/live/publish.ts'
import * as store from './store.ts'

type Entry = Parameters<typeof store.insertEntry>[1]

/** One line in the ledger and the same step on the company's totals, in one transaction. Never read, changed and written back. */
export async function enter(tx: Tx, entry: Entry) {
  const totals = await companies.addPoints(tx, entry.companyId, entry.points, entry.calories, entry.at)
  await store.insertEntry(tx, entry)
  // The company's row is held since `addPoints`, so nobody else changes what this reads.
  await companies.setReachedAt(tx, entry.companyId, await store.reachedAt(tx, entry.companyId))
  await publish(tx, 'everyone', 'leaderboard')
  if (totals.userId) await publish(tx, { user: totals.userId }, `companies/${entry.companyId}`)
  return totals
}
