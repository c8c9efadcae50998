import * as companies from '#server/features/companies/service.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { publish } from '#server/platform/live/publish.ts'
import * as store from './ledger-store.ts'

type Entry = Parameters<typeof store.insertEntry>[1]

/** One entry and the same step on the company's totals, in one transaction. Never read, changed and written back. */
export async function addLedgerEntry(tx: Tx, entry: Entry) {
  const { companyId, points, calories, at: now } = entry
  const reachedAt = counts(entry) ? entry.effectiveAt : undefined
  const totals = await companies.addPoints(tx, companyId, { points, calories, reachedAt, now })
  await store.insertEntry(tx, entry)
  // What a reversal takes away may be what reached the total. Nobody else changes it: `addPoints` has locked the company's row.
  if (entry.kind === 'reverse') await companies.setReachedAt(tx, companyId, await store.reachedAt(tx, companyId))
  await publish(tx, 'everyone', 'leaderboard')
  if (totals.userId) await publish(tx, { user: totals.userId }, `companies/${companyId}`)
  return totals
}

/** Whether the total was reached at the moment of this entry, or later: as `store.reachedAt` finds it from all entries. */
const counts = ({ kind, points }: Entry) => kind === 'adjust' || (kind === 'approve' && points > 0)
