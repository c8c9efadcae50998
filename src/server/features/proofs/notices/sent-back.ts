import { splitRejectionNote } from '#contract/proofs/rejection-reasons.ts'
import { endOfRetry, retryHours } from '#contract/tasks/rules.ts'
import * as notifications from '#server/features/notifications/service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { filesToFix } from '../fix-rounds.ts'
import type { Row } from '../store.ts'

/** A proof in its state after the decision. */
type SentBack = { proof: Row; taskTitle: string; requestId?: string }

/** Sends at once, also at night: the company waits for the answer, and its time for the fix is running. */
export async function mailSentBack(tx: Tx, config: Config, sentBack: SentBack[], now: Date) {
  const kind = 'proof-sent-back'
  const companyIds = [...new Set(sentBack.map(({ proof }) => proof.companyId))]
  const recipients = await notifications.listRecipients(tx, kind, companyIds)
  const byCompany = new Map(recipients.map((recipient) => [recipient.companyId, recipient]))
  const occasionOf = ({ proof }: SentBack) => `${proof.id} ${now.toISOString()}`
  const reached = sentBack.filter(({ proof }) => byCompany.has(proof.companyId))
  const recorded = await notifications.insertOccasions(
    tx,
    kind,
    reached.map((one) => ({ companyId: one.proof.companyId, occasion: occasionOf(one) })),
    now,
  )
  const fresh = new Set(recorded.map(({ occasion }) => occasion))
  const addressed = reached.flatMap((one) => {
    const recipient = byCompany.get(one.proof.companyId)
    const { requestId } = one
    return recipient && fresh.has(occasionOf(one)) ? [{ recipient, notice: noticeOf(one, config), requestId }] : []
  })
  await notifications.postNotices(tx, config, kind, addressed, now)
}

const noticeOf = (one: SentBack, config: Config) =>
  one.proof.fixDueAt ? fixNotice(one, one.proof.fixDueAt, config) : rejectedNotice(one, config)

function fixNotice({ proof, taskTitle }: SentBack, dueAt: Date, { timeZone }: Config): notifications.Notice {
  const files = filesToFix(proof)
  const [word, them] = files.length === 1 ? ['one file', 'it'] : [`${files.length} files`, 'them']
  const reasons = files.map(({ path, reason }) => `File ${proof.contentUrls.indexOf(path) + 1}: ${reason}`)
  return {
    template: 'proof-needs-fix',
    subject: `Please replace ${word} of your proof for “${taskTitle}”`,
    preheader: reasons.join(' '),
    paragraphs: [
      `A reviewer looked at your proof for “${taskTitle}” and asks you to replace ${word}:`,
      reasons.join('\n'),
      `Please replace ${them} by ${notifications.momentText(dueAt, timeZone)}. The other files stay, and your time of submission counts. Without a replacement the proof is rejected.`,
    ],
    button: { label: 'Replace the files', path: `/?task=${proof.taskId}` },
  }
}

function rejectedNotice({ proof, taskTitle }: SentBack, { timeZone }: Config): notifications.Notice {
  const reason = proof.adminNotes ?? 'The reviewer left no reason.'
  const reasons = splitRejectionNote(proof.adminNotes)
  const until = proof.reviewedAt && notifications.momentText(endOfRetry(proof.reviewedAt), timeZone)
  return {
    template: 'proof-rejected',
    subject: `Your proof for “${taskTitle}” was not accepted`,
    preheader: reason,
    paragraphs: [
      `A reviewer looked at your proof for “${taskTitle}” and could not accept it.`,
      reasons.length > 1 ? ['Reasons:', ...reasons.map((one) => `• ${one}`)].join('\n') : `Reason: ${reason}`,
      `You can submit another proof for this task. If the task has closed meanwhile, you have ${retryHours} hours${until ? `, until ${until}` : ''}.`,
    ],
    button: { label: 'Submit another proof', path: `/?task=${proof.taskId}` },
  }
}
