import { forgetMails } from '#server/platform/mail/outbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { publishChanges } from '../changes.ts'
import { sweepUnconfirmed } from '../confirming/sweep-unconfirmed.ts'
import { mailTemplates } from '../mails/mail.ts'
import { sweepMailTurns } from '../mails/mail-turn-store.ts'
import { sweepDueMails } from '../mails/resend.ts'
import * as store from '../store.ts'
import { sweepWaitingLists } from '../waiting-list/waiting-list.ts'

const atOnce = 500

/** Runs the periodic work of registrations; deletes them and their mails when the notice promises it. */
export async function sweep(platform: Platform) {
  const { db, clock } = platform
  const now = clock.now()
  await sweepDueMails(platform)
  await sweepUnconfirmed(platform)
  await sweepWaitingLists(platform)
  await db.transaction((tx) => sweepMailTurns(tx, now))
  await forgetDue(platform)
}

/** Runs also after a restore, before anybody sees the restored data. */
export async function forgetDue({ db, clock, log }: Platform) {
  const now = clock.now()
  for (;;) {
    const forgotten = await db.transaction(async (tx) => {
      const gone = await store.forget(tx, now, atOnce)
      const addresses = [...new Set(gone.map(({ email }) => email))]
      await forgetMails(tx, addresses, mailTemplates, store.mailsInUse)
      for (const eventId of new Set(gone.map((row) => row.eventId))) await publishChanges(tx, eventId)
      return gone.length
    })
    if (forgotten > 0) log.info({ forgotten }, 'registrations whose time has come were deleted')
    if (forgotten < atOnce) return
  }
}
