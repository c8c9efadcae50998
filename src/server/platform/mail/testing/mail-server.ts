import { execFile } from 'node:child_process'
import { accessSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectFolder } from '../../project.ts'
import { type ReadMail, readInbox } from './read-mail.ts'

const run = promisify(execFile)

/** The reason why this machine cannot run a real mail server, if any. */
export function missingMailServer(): string | undefined {
  if (process.getuid?.() !== 0) return 'postfix starts as root only: run the tests as root once'
  try {
    for (const file of ['/usr/sbin/postfix', '/usr/sbin/dovecot', '/usr/lib/dovecot/lmtp']) accessSync(file)
  } catch {
    return 'missing: apt-get install -y --no-install-recommends postfix dovecot-imapd dovecot-lmtpd'
  }
  return undefined
}

/** Starts postfix → dovecot; every mailbox of `*.test` exists. */
export async function startMailServer() {
  const folder = mkdtempSync(join(tmpdir(), 'week-mail-'))
  const script = join(projectFolder(), 'scripts/services/mail.sh')
  const smtpPort = await freePorts(1)
  const imapPort = await freePorts(3)
  async function stop() {
    await run(script, ['stop', folder])
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await run(script, ['start', folder, String(smtpPort), String(imapPort)])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `smtp://127.0.0.1:${smtpPort}`,
    smtpPort,
    imapPort,
    /** The mails of a mailbox, over IMAP. */
    mailbox: (address: string): Promise<ReadMail[]> => readInbox(imapPort, address, 'pass'),
    stop,
  }
}

async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const free = await Promise.all(Array.from({ length: count }, (_, i) => isFree(first + i)))
    if (free.every(Boolean)) return first
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
