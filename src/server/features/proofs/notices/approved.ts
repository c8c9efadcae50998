import * as notifications from '#server/features/notifications/service.ts'
import { minutes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import type { JobKind } from '#server/platform/jobs/queue.ts'
import { inPortions } from '#server/platform/mail/portions.ts'
import { endOfQuietHours } from '#server/platform/mail/quiet-hours.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Approval, listUnmailedApprovals, lockApprovalMails } from './approved-store.ts'

const companiesAtATime = 200
const mostListed = 20

export const mailApprovalsJob: JobKind = { kind: 'mail-approvals', everyMs: minutes(5), run: mailApprovals }

/** Collects approvals into at most a single email per hour and company, and sends none at night. */
export async function mailApprovals(platform: Platform, _key?: string, stopping?: AbortSignal) {
  const { db, clock, config } = platform
  await inPortions(db, stopping, async (tx) => {
    const now = clock.now()
    return !endOfQuietHours(now, config.timeZone) && (await mailNextApprovals(tx, platform, now)) === companiesAtATime
  })
}

async function mailNextApprovals(tx: Tx, { config }: Platform, now: Date): Promise<number> {
  const kind = 'proof-approved'
  await lockApprovalMails(tx)
  const approvals = await listUnmailedApprovals(tx, companiesAtATime, now)
  const companyIds = [...new Set(approvals.map(({ companyId }) => companyId))]
  // Records approvals for companies without email too: if they enable emails later, old approvals are not sent.
  const recorded = await notifications.insertOccasions(
    tx,
    kind,
    approvals.map(({ companyId, occasion }) => ({ companyId, occasion })),
    now,
  )
  const fresh = new Set(recorded.map(({ occasion }) => occasion))
  const addressed = (await notifications.listRecipients(tx, kind, companyIds)).flatMap((recipient) => {
    const companyApprovals = approvals.filter(
      ({ companyId, occasion }) => companyId === recipient.companyId && fresh.has(occasion),
    )
    return companyApprovals.length > 0 ? [{ recipient, notice: approvedNotice(companyApprovals) }] : []
  })
  await notifications.postNotices(tx, config, kind, addressed, now)
  return companyIds.length
}

function approvedNotice(approvals: Approval[]): notifications.Notice {
  const sum = notifications.pointsText(approvals.reduce((total, { points }) => total + points, 0))
  const lines = approvals
    .slice(0, mostListed)
    .map(({ taskTitle, points }) => `“${taskTitle}”: ${notifications.pointsText(points)}`)
  const rest = approvals.length - lines.length
  const [only] = approvals
  const what = approvals.length === 1 ? `Your proof for “${only?.taskTitle}” was` : `${approvals.length} proofs were`
  return {
    template: 'proofs-approved',
    subject: `${what} approved: ${sum}`,
    preheader: lines.join(', '),
    paragraphs:
      approvals.length === 1
        ? [`${what} approved. It brings your team ${sum}.`]
        : [
            `${approvals.length} of your proofs were approved. They bring your team ${sum}:`,
            [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'),
          ],
    button: { label: 'See your dashboard', path: '/' },
  }
}
