import type { NotificationKind } from '#contract/notifications/kinds.ts'
import { after, seconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Notice, postNotices } from './notices.ts'
import * as store from './store.ts'

const companiesAtATime = 500

/** As many as a mail server takes meanwhile: what somebody waits for is not behind ten thousand of these. */
const pauseBetween = seconds(5)

type Round = {
  kind: NotificationKind
  now: Date
  stopping: AbortSignal | undefined
  /** What these companies are to be told. */
  occasionsFor(tx: Tx, recipients: store.Recipient[]): Promise<store.Occasion[]>
  /** The email of a company that has not been told of these occasions. */
  noticeOf(occasions: Set<string>): Notice
}

/**
 * Emails all companies, a portion in each transaction, so that ten thousand block nobody. Begun again after a crash, or beside another
 * process, it leaves out who was told. True once everybody was.
 */
export async function mailEveryone(platform: Platform, round: Round): Promise<boolean> {
  let last: string | undefined
  for (let nth = 0; !round.stopping?.aborted; nth++) {
    const leavesAt = after(round.now, nth * pauseBetween)
    last = await platform.db.transaction((tx) => mailPortion(tx, platform, round, { last, leavesAt }))
    if (last === undefined) return true
  }
  return false
}

type Portion = { last: string | undefined; leavesAt: Date }

/** The last company of the portion; nothing when there are no more. */
async function mailPortion(tx: Tx, { config }: Platform, round: Round, { last, leavesAt }: Portion) {
  const { kind, now } = round
  const recipients = await store.listNextRecipients(tx, kind, { after: last, limit: companiesAtATime })
  const recorded = await store.insertOccasions(tx, kind, await round.occasionsFor(tx, recipients), now)
  const untold = new Map<string, Set<string>>()
  for (const { companyId, occasion } of recorded)
    untold.set(companyId, (untold.get(companyId) ?? new Set<string>()).add(occasion))
  const addressed = recipients.flatMap((recipient) => {
    const occasions = untold.get(recipient.companyId)
    return occasions ? [{ recipient, notice: round.noticeOf(occasions) }] : []
  })
  await postNotices(tx, config, kind, addressed, leavesAt)
  return recipients.length < companiesAtATime ? undefined : recipients.at(-1)?.companyId
}
