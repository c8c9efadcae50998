import { after, days } from '#server/platform/clock.ts'
import type { JobKind } from '#server/platform/jobs/queue.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

/** No event is told of a year later, and nobody switches off emails with a link in one that is older. */
const keptFor = days(365)
const atATime = 5_000

/** Once a day: rows are found by reading all of them. */
export const sweepNotificationsJob: JobKind = {
  kind: 'sweep-notifications',
  everyMs: days(1),
  run: (platform, _key, stopping) => sweepNotifications(platform, stopping),
}

/** What was told to whom and the links of those emails, so that neither grows with every week that is held. */
export async function sweepNotifications({ db, clock }: Platform, stopping?: AbortSignal) {
  const before = after(clock.now(), -keptFor)
  for (const removeOlder of [store.removeOlderOccasions, store.removeOlderLinks])
    for (let removed = atATime; removed === atATime; ) {
      stopping?.throwIfAborted()
      removed = await db.transaction((tx) => removeOlder(tx, before, atATime))
    }
}
