import { ImapFlow } from 'imapflow'
import { type ParsedMail, simpleParser } from 'mailparser'

export type ReadMail = Awaited<ReturnType<typeof readMail>>

/** Parses a mail as a mail program does. */
export async function readMail(raw: Buffer | string) {
  const mail = await simpleParser(raw, { skipImageLinks: true, skipTextLinks: true, skipTextToHtml: true })
  return {
    subject: mail.subject,
    messageId: mail.messageId,
    from: textOf(mail.from),
    to: textOf(mail.to),
    text: mail.text,
    html: mail.html || undefined,
    /** All values of a header, unfolded but still encoded. */
    header: (name: string) => mail.headerLines.filter(({ key }) => key === name).map(({ line }) => valueIn(line)),
    attached: (type: string) => mail.attachments.find(({ contentType }) => contentType === type),
  }
}

const textOf = (addresses: ParsedMail['to']) =>
  [addresses ?? []]
    .flat()
    .map(({ text }) => text)
    .join(', ')

const valueIn = (line: string) =>
  line
    .slice(line.indexOf(':') + 1)
    .replace(/\r?\n\s+/g, ' ')
    .trim()

/** Reads every mail of a mailbox. */
export async function readInbox(port: number, address: string, password: string): Promise<ReadMail[]> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port,
    secure: false,
    auth: { user: address, pass: password },
    logger: false,
  })
  await client.connect()
  try {
    const { exists } = await client.mailboxOpen('INBOX', { readOnly: true })
    const mails = exists > 0 ? await client.fetchAll('1:*', { source: true }) : []
    return await Promise.all(mails.map(({ source }) => readMail(source ?? '')))
  } finally {
    await client.logout()
  }
}
