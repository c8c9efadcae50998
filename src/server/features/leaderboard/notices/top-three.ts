import * as notifications from '#server/features/notifications/service.ts'
import { minutes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import type { JobKind } from '#server/platform/jobs/queue.ts'
import { endOfQuietHours } from '#server/platform/mail/quiet-hours.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listKnown, lockTopThree, readTopThree, replaceKnown } from './top-three-store.ts'

export const mailTopThreeJob: JobKind = { kind: 'mail-top-three', everyMs: minutes(10), run: mailTopThree }

/** Mails a company that has entered the top three since the last run, at most once a day. */
export async function mailTopThree({ db, clock, config }: Platform) {
  const now = clock.now()
  if (endOfQuietHours(now, config.timeZone)) return
  await db.transaction((tx) => mailEntered(tx, config, now))
}

async function mailEntered(tx: Tx, config: Platform['config'], now: Date) {
  const kind = 'top-three'
  await lockTopThree(tx)
  const best = await readTopThree(tx)
  const known = await listKnown(tx)
  const ids = best.map(({ companyId }) => companyId)
  const entered = ids.filter((companyId) => !known.includes(companyId))
  const gone = known.filter((companyId) => !ids.includes(companyId))
  await replaceKnown(tx, gone, entered, now)
  const recipients = await notifications.listRecipients(tx, kind, entered)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: config.timeZone }).format(now)
  const recorded = await notifications.insertOccasions(
    tx,
    kind,
    recipients.map(({ companyId }) => ({ companyId, occasion: day })),
    now,
  )
  const fresh = new Set(recorded.map(({ companyId }) => companyId))
  const addressed = recipients
    .filter(({ companyId }) => fresh.has(companyId))
    .map((recipient) => {
      const rank = ids.indexOf(recipient.companyId) + 1
      return { recipient, notice: topThreeNotice(recipient.companyName, rank, best[rank - 1]?.points ?? 0) }
    })
  await notifications.postNotices(tx, config, kind, addressed, now)
}

function topThreeNotice(companyName: string, rank: number, points: number): notifications.Notice {
  const place = ['first', 'second', 'third'][rank - 1] ?? ''
  return {
    template: 'top-three',
    subject: `${companyName} is in ${place} place`,
    preheader: `With ${notifications.pointsText(points)}.`,
    paragraphs: [
      `${companyName} has moved into the top three: ${place} place on the leaderboard, with ${notifications.pointsText(points)}.`,
      'Well done, and thank you for taking part. The next task keeps you there.',
    ],
    button: { label: 'See the leaderboard', path: '/leaderboard' },
  }
}
