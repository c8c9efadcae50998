import type { SendMailOptions } from 'nodemailer'
import { renderMail } from '#contract/branding/mail-layout.ts'
import type { LeasedMail } from '../outbox.ts'

export type MailTransport = {
  /**
   * Resolves once the receiver is responsible for the mail; rejects with a `MailFailure`, or with any error to retry.
   */
  send(mail: LeasedMail): Promise<void>
  close(): void
}

/** `refused`: permanently; `deferred`: the server wants a retry; `unreachable`: no server accepts any mail. */
export type FailureKind = 'refused' | 'deferred' | 'unreachable'

export class MailFailure extends Error {
  override name = 'MailFailure'
  readonly kind: FailureKind

  constructor(kind: FailureKind, reason: string) {
    super(reason)
    this.kind = kind
  }
}

export type Address = { name: string; address: string }

/** `replyTo`: the address for replies, if it is not the sender. */
export type Sender = Address & { replyTo?: string }

/** Parses `Sports Week <week@example.com>` or a bare address. */
export function parseSender(mailFrom: string): Address {
  const [, name = '', address = mailFrom] = /^\s*(.*?)\s*<?([^\s<>@]+@[^\s<>@]+)>?\s*$/.exec(mailFrom) ?? []
  return { name: name.replace(/^"(.*)"$/, '$1'), address }
}

export const domainOf = (sender: Address) => sender.address.slice(sender.address.lastIndexOf('@') + 1)

/** Addresses as objects: a string would be parsed, so a hostile name could become a second recipient. */
export const message = (mail: LeasedMail, { replyTo, ...from }: Sender): SendMailOptions => ({
  from,
  ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
  to: [{ name: mail.toName, address: mail.toAddress }],
  subject: mail.subject,
  ...renderMail(mail.letter),
  messageId: mail.messageId,
  date: mail.createdAt,
  headers: {
    // Suppresses automatic absence replies.
    'Auto-Submitted': 'auto-generated',
    ...unsubscribeHeaders(mail.letter),
  },
  attachments: mail.attachments.map(({ content, cid, ...attachment }) => ({
    ...attachment,
    content: Buffer.from(content, 'base64'),
    ...(cid ? { cid, contentDisposition: 'inline' as const } : {}),
  })),
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Headers for a mail program's one-click unsubscribe button, without sign-in (RFC 2369, RFC 8058). */
const unsubscribeHeaders = ({ unsubscribe }: LeasedMail['letter']): Record<string, string> =>
  unsubscribe
    ? { 'List-Unsubscribe': `<${unsubscribe.oneClickUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}
