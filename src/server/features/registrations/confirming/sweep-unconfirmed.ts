import { after, hours } from '#server/platform/clock.ts'
import { forgetMails } from '#server/platform/mail/outbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { publishChanges } from '../changes.ts'
import * as store from '../store.ts'
import { deleteUnconfirmed } from './unconfirmed-store.ts'

const keptFor = hours(24)
const atOnce = 500

/** Deletes registrations unconfirmed for a day, with the emails that hold their link. */
export async function sweepUnconfirmed({ db, clock, log }: Platform) {
  const before = after(clock.now(), -keptFor)
  for (;;) {
    const forgotten = await db.transaction(async (tx) => {
      const gone = await deleteUnconfirmed(tx, before, atOnce)
      const addresses = [...new Set(gone.map(({ email }) => email))]
      await forgetMails(tx, addresses, ['registration-to-confirm'], store.mailsInUse)
      for (const eventId of new Set(gone.map((row) => row.eventId))) await publishChanges(tx, eventId)
      return gone.length
    })
    if (forgotten > 0) log.info({ forgotten }, 'registrations that nobody confirmed were deleted')
    if (forgotten < atOnce) return
  }
}
