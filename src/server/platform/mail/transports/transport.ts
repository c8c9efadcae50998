import type { SendMailOptions } from 'nodemailer'
import { renderMail } from '#contract/branding/mail-layout.ts'
import type { LeasedMail } from '../outbox.ts'

export type MailTransport = {
  /** Resolves once somebody else answers for the mail; rejects with a `MailFailure`, or any error to try again. */
  send(mail: LeasedMail): Promise<void>
  close(): void
}

/** `refused` for good, `deferred` by a server that wants it later, or nobody there to take any mail: `unreachable`. */
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

/** `replyTo`: who reads what people answer, where it is not whoever the mail comes from. */
export type Sender = Address & { replyTo?: string }

/** `Sports Week <week@example.com>` or a bare address. */
export function parseSender(mailFrom: string): Address {
  const [, name = '', address = mailFrom] = /^\s*(.*?)\s*<?([^\s<>@]+@[^\s<>@]+)>?\s*$/.exec(mailFrom) ?? []
  return { name: name.replace(/^"(.*)"$/, '$1'), address }
}

export const domainOf = (sender: Address) => sender.address.slice(sender.address.lastIndexOf('@') + 1)

/** Addresses as objects only: a string would be parsed, and a hostile name become a second recipient. */
export const message = (mail: LeasedMail, { replyTo, ...from }: Sender): SendMailOptions => ({
  from,
  ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
  to: [{ name: mail.toName, address: mail.toAddress }],
  subject: mail.subject,
  ...renderMail(mail.letter),
  messageId: mail.messageId,
  date: mail.createdAt,
  headers: {
    // Keeps absence notices from answering a machine.
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

/** What a mail program shows as its own button, which asks nobody to sign in (RFC 2369, RFC 8058). */
const unsubscribeHeaders = ({ unsubscribe }: LeasedMail['letter']): Record<string, string> =>
  unsubscribe
    ? { 'List-Unsubscribe': `<${unsubscribe.oneClickUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}
