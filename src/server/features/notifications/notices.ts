import { type NotificationKind, notificationWords } from '#contract/notifications/kinds.ts'
import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { postMany, prepareMail } from '#server/platform/mail/outbox.ts'
import { greetContact } from '#server/platform/mail/recipient.ts'
import { hashSecret, newSecret } from '#server/platform/sessions/cookie.ts'
import { postPushes } from './push/push.ts'
import * as store from './store.ts'

/** The texts of a notification email. */
export type Notice = {
  template: string
  subject: string
  preheader: string
  paragraphs: string[]
  /** A path of the product. */
  button: { label: string; path: string }
}

type Addressed = { recipient: store.Recipient; notice: Notice; requestId?: string }

/** Posts the emails, each with a link that switches the kind off. `insertOccasions` selects the recipients before. */
export async function postNotices(
  tx: Tx,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  kind: NotificationKind,
  addressed: Addressed[],
  now: Date,
) {
  const written = addressed.map(({ recipient, notice, requestId }) => {
    const token = newSecret()
    const { template, subject, preheader, paragraphs, button } = notice
    const content = {
      preheader,
      greeting: greetContact(recipient.contactPersonName),
      paragraphs,
      button: { label: button.label, url: publicUrl + button.path },
      footer: `You received this email because ${recipient.companyName} takes part. You choose in the settings which emails you get.`,
      unsubscribe: {
        label: `Stop emails ${notificationWords[kind].topic}`,
        url: `${publicUrl}${pageOfLink(token, kind)}`,
        oneClickUrl: `${publicUrl}/api/auth/unsubscriptions/${token}`,
      },
    }
    const to = { name: recipient.contactPersonName, address: recipient.email }
    const mail = prepareMail({ to, template, subject, content }, requestId)
    return { mail, link: { tokenHash: hashSecret(token), userId: recipient.userId, kind, createdAt: now } }
  })
  await store.insertLinks(
    tx,
    written.map(({ link }) => link),
  )
  await postMany(
    tx,
    written.map(({ mail }) => mail),
    now,
  )
  // Push only the subject, because bystanders can read a phone's screen.
  const messages = addressed.map(({ recipient: { userId }, notice }) => ({
    userId,
    title: notice.subject,
    path: notice.button.path,
  }))
  await postPushes(tx, kind, messages, now)
}

/** The page with the unsubscribe button; the kind only changes its words. */
export const pageOfLink = (token: string, kind?: NotificationKind) =>
  `/login?unsubscribe=${token}${kind ? `&kind=${kind}` : ''}`
