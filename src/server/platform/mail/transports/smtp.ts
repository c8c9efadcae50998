import { createTransport } from 'nodemailer'
import { isLoopback } from '../../loopback.ts'
import { MailFailure, type MailTransport, message, type Sender } from './transport.ts'

/** `socket` limits silence; `whole` limits a server that trickles its replies. */
const defaultPatience = { connection: 10_000, greeting: 10_000, socket: 25_000, whole: 30_000 }

/** Equal to the delivery loop's concurrency. */
const connections = 4

export function smtpTransport(url: string, from: Sender, patience = defaultPatience): MailTransport {
  const open = () => ({ mailer: createTransport(settings(url, patience)), underWay: 0 })
  let line = open()

  return {
    async send(mail) {
      const used = line
      used.underWay++
      const deadline = startDeadline(patience.whole, () => {
        // A stalled connection can only be closed with its whole pool; later mails use a new pool.
        if (used === line) line = open()
        used.mailer.close()
      })
      try {
        await Promise.race([used.mailer.sendMail(message(mail, from)), deadline.passed])
      } catch (error) {
        throw failure(error)
      } finally {
        deadline.clear()
        if (--used.underWay === 0 && used !== line) used.mailer.close({ force: true })
      }
    },
    close: () => line.mailer.close(),
  }
}

/** Connects and signs in without sending. Rejects with the server's reply. */
export async function checkSmtp(url: string, patience = defaultPatience) {
  const { pool: _one, ...options } = settings(url, patience)
  const mailer = createTransport(options)
  try {
    await mailer.verify()
  } catch (error) {
    throw failure(error)
  } finally {
    mailer.close()
  }
}

function settings(url: string, patience: typeof defaultPatience) {
  const { hostname, username } = new URL(url)
  const local = isLoopback(hostname)
  return {
    url, // its query parameters override the options below
    pool: true as const,
    maxConnections: connections,
    // Retry once for a connection that became stale between two mails; the outbox does all other retries.
    maxRequeues: 1,
    connectionTimeout: patience.connection,
    dnsTimeout: patience.connection,
    greetingTimeout: patience.greeting,
    socketTimeout: patience.socket,
    // Require TLS for passwords, so that an attacker cannot hide STARTTLS and read them.
    requireTLS: username !== '' && !local,
    tls: { rejectUnauthorized: !local },
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  }
}

function startDeadline(milliseconds: number, onPassed: () => void) {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The mail server did not finish within ${milliseconds / 1000} seconds`))
      onPassed()
    }, milliseconds)
  })
  return { passed, clear: () => clearTimeout(timer) }
}

type Reply = { code?: unknown; responseCode?: unknown; response?: unknown }

/**
 * Only an answer to this mail can refuse it; a wrong password or a failed connection affects all mails and can be
 * fixed.
 */
function failure(error: unknown): MailFailure {
  const said: Reply = Object(error)
  const status = typeof said.responseCode === 'number' ? said.responseCode : undefined
  const reason =
    typeof said.response === 'string' ? said.response : error instanceof Error ? error.message : 'Unknown failure'
  const concernsMail = said.code === 'EENVELOPE' || said.code === 'EMESSAGE'
  if (!concernsMail || (status !== undefined && sessionCodes.has(status))) return new MailFailure('unreachable', reason)
  return new MailFailure(status === undefined || status >= 500 ? 'refused' : 'deferred', reason)
}

/** SMTP codes of the session: closing down, bad sequence of commands, missing or wrong login. */
const sessionCodes = new Set([421, 503, 530, 534, 535, 538])
