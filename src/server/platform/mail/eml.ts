import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { ClaimedMail } from './outbox.ts'
import { type Address, type MailTransport, message } from './transport.ts'

/** Writes each mail as a file that any mail program opens. */
export function emlTransport(folder: string, from: Address): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message: bytes } = await composer.sendMail(message(mail, from))
      if (!Buffer.isBuffer(bytes)) throw new Error('The composer gave no bytes')
      // For the owner only: mails carry one-time links.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(folder, fileName(mail), bytes)
    },
    close: () => composer.close(),
  }
}

/** Sorted by time in any listing. The same for every repetition, so that one mail is one file. */
const fileName = (mail: ClaimedMail) =>
  `${mail.createdAt.toISOString().replace(/[-:.]/g, '')}-${mail.template.replace(/[^a-zA-Z0-9]+/g, '-')}-${mail.id}.eml`

async function writeWhole(folder: string, name: string, bytes: Buffer) {
  const temporary = join(folder, `.${name}.${randomUUID()}`)
  try {
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
