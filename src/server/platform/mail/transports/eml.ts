import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { minutes } from '../../clock.ts'
import type { LeasedMail } from '../outbox.ts'
import { type MailTransport, message, type Sender } from './transport.ts'

export const outboxFolderOf = ({ dataDir }: { dataDir: string }) => join(dataDir, 'outbox')

/** Writes each mail as a file that any mail program opens. */
export function emlTransport(folder: string, from: Sender): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const sweep = () => void sweepUnfinished(folder).catch(() => undefined)
  sweep()
  // Sweep again later: a killed process restarts at once, when its files are still too young.
  const sweepAgain = setTimeout(sweep, 2 * abandonedAfter)
  sweepAgain.unref()
  return {
    async send(mail) {
      const { message: bytes } = await composer.sendMail(message(mail, from))
      if (!Buffer.isBuffer(bytes)) throw new Error('The composer gave no bytes')
      // Readable by the owner only: mails contain one-time links.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(folder, fileName(mail), bytes)
    },
    close() {
      clearTimeout(sweepAgain)
      composer.close()
    },
  }
}

/** Sorts by time. The name is the same for every retry, so one mail is one file. */
function fileName({ createdAt, template, toAddress, id }: LeasedMail) {
  const time = createdAt.toISOString().replace(/[-:.]/g, '')
  return `${time}-${template.replace(/[^a-zA-Z0-9]+/g, '-')}-${recipientKey(toAddress)}-${id}.eml`
}

/** A hash of the recipient in the file name, so that erasing a person reads no other person's mails. */
export const recipientKey = (address: string) =>
  createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 16)

/** Far longer than writing a mail takes, because several processes may share the folder. */
const abandonedAfter = minutes(1)
const unfinished = /^\..+\.eml\.[0-9a-f-]{36}$/

/** Removes files of writes that a kill interrupted; the mail is still in the outbox. */
async function sweepUnfinished(folder: string) {
  for (const name of await readdir(folder)) {
    if (!unfinished.test(name)) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs < Date.now() - abandonedAfter) await rm(join(folder, name), { force: true })
  }
}

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
