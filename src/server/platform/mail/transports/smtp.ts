import { createTransport } from 'nodemailer'
import { isLoopback } from '../../loopback.ts'
import { MailFailure, type MailTransport, message, type Sender } from './transport.ts'

/** Silence is bounded by `socket`, a server that trickles its replies by `whole`. */
const usual = { connection: 10_000, greeting: 10_000, socket: 25_000, whole: 30_000 }

/** As many as the delivery loop sends at once. */
const connections = 4

export function smtpTransport(url: string, from: Sender, patience = usual): MailTransport {
  const open = () => ({ mailer: createTransport(settings(url, patience)), underWay: 0 })
  let line = open()

  return {
    async send(mail) {
      const used = line
      used.underWay++
      const deadline = startDeadline(patience.whole, () => {
        // The stalled connection can only be ended with its whole pool: the next mails get a new one.
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

/** Greets the server and signs in, and sends nothing. Rejects with what the server said. */
export async function checkSmtp(url: string, patience = usual) {
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

function settings(url: string, patience: typeof usual) {
  const { hostname, username } = new URL(url)
  const local = isLoopback(hostname)
  return {
    url, // what its query says wins over what follows
    pool: true as const,
    maxConnections: connections,
    // Once, for a connection that went stale between two mails; everything else the outbox repeats.
    maxRequeues: 1,
    connectionTimeout: patience.connection,
    dnsTimeout: patience.connection,
    greetingTimeout: patience.greeting,
    socketTimeout: patience.socket,
    // A password never travels in the clear because somebody in between hid STARTTLS.
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

/** Only an answer to this very mail can refuse it; a wrong password or a closed door concerns them all and may be mended. */
function failure(error: unknown): MailFailure {
  const said: Reply = Object(error)
  const status = typeof said.responseCode === 'number' ? said.responseCode : undefined
  const reason =
    typeof said.response === 'string' ? said.response : error instanceof Error ? error.message : 'Unknown failure'
  const aboutThisMail = said.code === 'EENVELOPE' || said.code === 'EMESSAGE'
  if (!aboutThisMail || (status !== undefined && aboutTheSession.has(status)))
    return new MailFailure('unreachable', reason)
  return new MailFailure(status === undefined || status >= 500 ? 'refused' : 'deferred', reason)
}

/** Closing down, bad sequence of commands, and the ways to say that the login is missing or wrong. */
const aboutTheSession = new Set([421, 503, 530, 534, 535, 538])
