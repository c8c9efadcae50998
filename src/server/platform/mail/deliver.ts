import { after, minutes } from '../clock.ts'
import { retryDelayMs } from '../jobs/backoff.ts'
import { createCircuitBreaker } from '../jobs/circuit-breaker.ts'
import { errorText } from '../jobs/error-text.ts'
import { type Outcome, type Queue, startWorker, type Worker, type WorkerPlatform } from '../jobs/worker.ts'
import { withoutAddresses } from '../log/describe-error.ts'
import type { Platform } from '../platform.ts'
import * as outbox from './outbox.ts'
import { domainOf, type FailureKind, MailFailure, type MailTransport, parseSender } from './transports/transport.ts'

const defaults = {
  maxConcurrent: 4,
  /** Requests of people have priority, and no mail server takes more than a hundred mails a second. */
  pauseBetweenBatchesMs: 40,
  pollEveryMs: 5_000,
  stopWithinMs: 10_000,
}

/** Delivers queued mails to the transport until stopped. Several processes may run in parallel. */
export function startDelivery(
  platform: WorkerPlatform & Pick<Platform, 'clock' | 'config'>,
  transport: MailTransport,
  options: Partial<typeof defaults> = {},
): Worker {
  const { stopWithinMs, ...pace } = { ...defaults, ...options }
  return startWorker(platform, { ...createMailQueue(platform, transport), ...pace }, { stopWithinMs })
}

function createMailQueue(
  { clock, log, config }: Pick<Platform, 'clock' | 'log' | 'config'>,
  transport: MailTransport,
): Omit<Queue<outbox.LeasedMail>, keyof typeof defaults> {
  const domain = domainOf(parseSender(config.mailFrom))
  const server = createCircuitBreaker({
    maxRetryMs: 15_000,
    onOpen: (reason) => log.warn({ reason: withoutAddresses(String(reason)) }, 'mails wait for the mail server'),
    onClose: () => log.info('mails have the mail server back'),
  })

  function failed(mail: outbox.LeasedMail, error: unknown): Outcome {
    const kind = error instanceof MailFailure ? error.kind : 'unreachable'
    const reason = errorText(error)
    if (kind === 'unreachable') {
      server.fail(reason)
    } else {
      server.succeed()
      log.warn({ ...describeMail(mail), reason: withoutAddresses(reason) }, `mail ${kind}`)
    }

    const until = after(clock.now(), waitAfter(mail.attempts, kind))
    if (kind === 'refused') return (tx) => outbox.markFailed(tx, mail, reason)
    if (until > mail.giveUpAt) return (tx) => outbox.markFailed(tx, mail, `Given up after a day of attempts. ${reason}`)
    return (tx) => outbox.postpone(tx, mail, until, reason)
  }

  return {
    name: 'mails',
    kindOf: ({ template }) => template,
    dependency: server,
    lease: (tx, limit, options) => outbox.leaseDue(tx, limit, domain, clock.now(), options),
    renew: outbox.renewLease,
    async run(mail) {
      await transport.send(mail)
      server.succeed()
      log.info(describeMail(mail), 'mail sent')
      return (tx) => outbox.markSent(tx, mail, clock.now())
    },
    fail: failed,
  }
}

/** For the log, without the recipient, whom the outbox knows. */
const describeMail = ({ id, template, letter }: outbox.LeasedMail) => ({
  mail: id,
  template,
  requestId: letter.requestId,
})

/**
 * The longest retry delay: short for an unreachable server, so a backlog leaves soon; long when a server asks for it.
 */
const longest: Record<FailureKind, number> = { unreachable: minutes(2), deferred: minutes(30), refused: 0 }

export const waitAfter = (attempts: number, kind: FailureKind, random?: number): number =>
  retryDelayMs(attempts, { firstMs: minutes(0.5), maxMs: longest[kind] }, random)
