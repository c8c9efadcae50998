import { after, days } from '#server/platform/clock.ts'
import type { JobKind } from '#server/platform/jobs/queue.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

/** After a year no event is announced again, and nobody uses the unsubscribe link of an older email. */
const keptFor = days(365)
const atATime = 5_000

/** Runs once a day, because it scans the whole tables. */
export const sweepNotificationsJob: JobKind = {
  kind: 'sweep-notifications',
  everyMs: days(1),
  run: (platform, _key, stopping) => sweepNotifications(platform, stopping),
}

/** Deletes old occasions and unsubscribe links, so that neither table grows with every event week. */
export async function sweepNotifications({ db, clock }: Platform, stopping?: AbortSignal) {
  const before = after(clock.now(), -keptFor)
  for (const removeOlder of [store.removeOlderOccasions, store.removeOlderLinks])
    for (let removed = atATime; removed === atATime; ) {
      stopping?.throwIfAborted()
      removed = await db.transaction((tx) => removeOlder(tx, before, atATime))
    }
}
