import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, notInArray, or, type SQL } from 'drizzle-orm'
import type { Tx } from '../database/client.ts'
import { publish } from '../live/publish.ts'
import { outbox } from './tables.ts'
import { outboxFolderOf, recipientKey } from './transports/eml.ts'

/** Every email to `address`, and emails to `others` except those of `keptTemplates`. */
export type MailsOf = { address: string; others: string[]; keptTemplates: string[] }

export const isMailOf = ({ address, others, keptTemplates }: MailsOf): SQL | undefined =>
  or(eq(outbox.toAddress, address), and(inArray(outbox.toAddress, others), notInArray(outbox.template, keptTemplates)))

/** Also deletes queued emails, so nothing is sent to an erased person. Returns the number. */
export async function eraseMails(tx: Tx, mails: MailsOf): Promise<number> {
  const gone = await tx.delete(outbox).where(isMailOf(mails)).returning({ id: outbox.id })
  if (gone.length > 0) await publish(tx, 'administrators', 'mail')
  return gone.length
}

/** Deletes emails in the outbox folder, even if their rows are gone. Returns the number. */
export async function removeMailFiles(config: { dataDir: string }, mails: MailsOf): Promise<number> {
  const folder = outboxFolderOf(config)
  const addresses = new Map([mails.address, ...mails.others].map((address) => [recipientKey(address), address]))
  let removed = 0
  for (const name of (await readdir(folder).catch(() => [])).filter((one) => one.includes('.eml'))) {
    const path = join(folder, name)
    const [, key] = /-([0-9a-f]{16})-[0-9a-f-]{36}\.eml/.exec(name) ?? []
    // File names of release 0.2.0 lack the recipient.
    const recipient = key ? addresses.get(key) : await readRecipient(path)
    if (recipient === undefined || !isErased(mails, recipient, name)) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

function isErased({ address, others, keptTemplates }: MailsOf, recipient: string, name: string): boolean {
  if (recipient === address) return true
  return others.includes(recipient) && !keptTemplates.some((template) => name.includes(`-${template}-`))
}

/** Longer than the header of any of our emails. */
const headerBytes = 16 * 1024

async function readRecipient(path: string): Promise<string | undefined> {
  // Another process may have removed it meanwhile.
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
    const [header = ''] = buffer.toString('utf8', 0, bytesRead).split('\r\n\r\n')
    const [, to = ''] = /^To: (.*)$/im.exec(header.replace(/\r\n[ \t]+/g, ' ')) ?? []
    return (/<([^<>]+)>\s*$/.exec(to)?.[1] ?? to).trim().toLowerCase()
  } finally {
    await file.close()
  }
}
