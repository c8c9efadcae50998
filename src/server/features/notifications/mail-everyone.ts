import type { NotificationKind } from '#contract/notifications/kinds.ts'
import { after, seconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { inPortions } from '#server/platform/mail/portions.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Notice, postNotices } from './notices.ts'
import * as store from './store.ts'

const companiesAtATime = 500

/** A mail server sends a portion in this time, so other mails do not queue behind ten thousand of these. */
const pauseBetween = seconds(5)

type Round = {
  kind: NotificationKind
  now: Date
  stopping: AbortSignal | undefined
  /** The occasions of these companies. */
  occasionsFor(tx: Tx, recipients: store.Recipient[]): Promise<store.Occasion[]>
  /** The email of a company on its newly recorded occasions. */
  noticeOf(occasions: Set<string>): Notice
}

/** Emails all companies in portions, except those with a recorded occasion. Returns true once everybody was mailed. */
export async function mailEveryone(platform: Platform, round: Round): Promise<boolean> {
  let last: string | undefined
  return inPortions(platform.db, round.stopping, async (tx, nth) => {
    last = await mailPortion(tx, platform, round, { last, leavesAt: after(round.now, nth * pauseBetween) })
    return last !== undefined
  })
}

type Portion = { last: string | undefined; leavesAt: Date }

/** Returns the last company of the portion, or undefined when there are no more. */
async function mailPortion(tx: Tx, { config }: Platform, round: Round, { last, leavesAt }: Portion) {
  const { kind, now } = round
  const recipients = await store.listNextRecipients(tx, kind, { after: last, limit: companiesAtATime })
  const recorded = await store.insertOccasions(tx, kind, await round.occasionsFor(tx, recipients), now)
  const fresh = new Map<string, Set<string>>()
  for (const { companyId, occasion } of recorded)
    fresh.set(companyId, (fresh.get(companyId) ?? new Set<string>()).add(occasion))
  const addressed = recipients.flatMap((recipient) => {
    const occasions = fresh.get(recipient.companyId)
    return occasions ? [{ recipient, notice: round.noticeOf(occasions) }] : []
  })
  await postNotices(tx, config, kind, addressed, leavesAt)
  return recipients.length < companiesAtATime ? undefined : recipients.at(-1)?.companyId
}
