import type { Tx } from '#server/platform/database/client.ts'
import { enqueue, type JobKind } from '#server/platform/jobs/queue.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as companyStore from '../store.ts'
import * as store from './store.ts'

const kind = 'count-team-sizes'

export const countTeamSizesJob: JobKind = { kind, run: countTeamSizes }

/** Schedules one job for all companies whose size counts from this moment on. */
export const scheduleCounting = (tx: Tx, countsFrom: Date, now: Date) =>
  enqueue(tx, { kind, key: countsFrom.toISOString(), runAt: countsFrom }, now)

/** Applies sizes whose day has begun; as a sweep it makes up for a lost job. */
export async function countTeamSizes({ db, clock }: Platform) {
  for (const { id, companyId } of await store.listDue(db, clock.now()))
    await db.transaction(async (tx) => {
      const company = await companyStore.lock(tx, companyId)
      const change = await store.find(tx, id)
      // The change was withdrawn, or counted by another process, while this one waited for the lock.
      if (!company || change?.status !== 'approved') return
      const now = clock.now()
      await companyStore.update(tx, companyId, { teamSize: change.size, updatedAt: now })
      await companyStore.insertSize(tx, { companyId, size: change.size, since: now, changedBy: change.askedBy })
      await store.update(tx, id, { status: 'counted' })
      await publish(tx, 'administrators', 'companies')
      await publish(tx, 'everyone', 'leaderboard')
      if (company.userId) await publish(tx, { user: company.userId }, `companies/${companyId}`)
    })
}
