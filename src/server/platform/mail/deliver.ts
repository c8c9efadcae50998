import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { oneLine } from '#contract/one-line.ts'
import { after, minutes } from '../clock.ts'
import type { Tx } from '../database/client.ts'
import { isDatabaseUnavailable } from '../database/errors.ts'
import type { Platform } from '../platform.ts'
import * as outbox from './outbox.ts'
import { domainOf, type FailureKind, MailFailure, type MailTransport, parseSender } from './transport.ts'
import { hangBell, watch } from './waiting.ts'

export type Delivery = { wake(): void; stop(): Promise<void> }

const usual = {
  atOnce: 4,
  /** Between two handfuls: whoever waits for an answer comes first, and no mail server takes more than a hundred a second. */
  breath: 40,
  /** Only for notifications that were missed and for mails whose wait is over. */
  pollEvery: 5_000,
  stopWithin: 10_000,
}

/** Hands queued mails to the transport until stopped. Any number of processes may do so side by side. */
export function startDelivery(
  { db, clock, log, config }: Pick<Platform, 'db' | 'clock' | 'log' | 'config'>,
  transport: MailTransport,
  pace: Partial<typeof usual> = {},
): Delivery {
  const { atOnce, breath, pollEvery, stopWithin } = { ...usual, ...pace }
  const domain = domainOf(parseSender(config.mailFrom))
  const bell = hangBell()
  const underWay = new Set<Promise<void>>()
  const database = watch({
    longestHold: 5_000,
    onGone: (error) => log.warn({ err: error }, 'mails wait for the database'),
    onBack: () => log.info('mails have the database back'),
  })
  const server = watch({
    longestHold: 15_000,
    onGone: (reason) => log.warn({ reason }, 'mails wait for the mail server'),
    onBack: () => log.info('mails have the mail server back'),
  })
  const isBusy = watchLoop()
  let stopped = false

  async function run() {
    while (!stopped) {
      const hold = Math.max(database.holdFor(), server.holdFor())
      // Without a server one mail at a time finds out whether it is back; the others keep their attempts.
      const room = (server.isGone() ? 1 : atOnce) - underWay.size
      if (hold === 0 && room > 0 && (await startDue(room)) > 0) await pause(isBusy() ? 10 * breath : breath)
      await bell.rungWithin(hold || pollEvery)
    }
  }

  async function startDue(most: number): Promise<number> {
    try {
      const mails = await db.transaction((tx) => outbox.claim(tx, most, domain, clock.now()))
      database.works()
      for (const mail of mails) start(mail)
      return mails.length
    } catch (error) {
      database.fails(error)
      bell.ring()
      return 0
    }
  }

  function start(mail: outbox.ClaimedMail) {
    const delivery = deliver(mail).finally(() => {
      underWay.delete(delivery)
      bell.ring()
    })
    underWay.add(delivery)
  }

  async function deliver(mail: outbox.ClaimedMail) {
    try {
      await transport.send(mail)
    } catch (error) {
      return record(mail, failed(mail, error))
    }
    server.works()
    await record(mail, (tx) => outbox.markSent(tx, mail, clock.now()))
  }

  function failed(mail: outbox.ClaimedMail, error: unknown) {
    const kind = error instanceof MailFailure ? error.kind : 'unreachable'
    const reason = storable(error)
    if (kind === 'unreachable') {
      server.fails(reason)
    } else {
      server.works()
      log.warn({ mail: mail.id, template: mail.template, reason }, `mail ${kind}`)
    }

    const until = after(clock.now(), waitAfter(mail.attempts, kind))
    if (kind === 'refused') return (tx: Tx) => outbox.markFailed(tx, mail, reason)
    if (until > mail.giveUpAt)
      return (tx: Tx) => outbox.markFailed(tx, mail, `Given up after a day of attempts. ${reason}`)
    return (tx: Tx) => outbox.postpone(tx, mail, until, reason)
  }

  /** Held on to while the database is away: forgetting that a mail was sent means sending it twice. */
  async function record(mail: outbox.ClaimedMail, outcome: (tx: Tx) => Promise<void>) {
    for (;;) {
      try {
        await db.transaction(outcome)
        return database.works()
      } catch (error) {
        if (stopped || !isDatabaseUnavailable(error)) {
          return log.error({ err: error, mail: mail.id }, 'the outcome of a mail could not be recorded')
        }
        database.fails(error)
        await pause(database.holdFor())
      }
    }
  }

  const running = run()
  return {
    wake: bell.ring,
    async stop() {
      stopped = true
      bell.ring()
      const quiet = running.then(() => Promise.all(underWay))
      await Promise.race([quiet, pause(stopWithin, undefined, { ref: false })])
    },
  }
}

/** Whether this process had hardly a moment to spare since it was last asked: then mails wait and people do not. */
function watchLoop() {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization > 0.9
  }
}

/** Short while no server answers, so that a backlog leaves soon after it is back; long when a server asks for it. */
const longest: Record<FailureKind, number> = { unreachable: minutes(2), deferred: minutes(30), refused: 0 }

/** Doubles from half a minute, a fifth more or less: mails that failed together do not come back together. */
export function waitAfter(attempts: number, kind: FailureKind, chance = Math.random()): number {
  return Math.min(longest[kind], minutes(0.5) * 2 ** (attempts - 1)) * (0.8 + 0.4 * chance)
}

/** A server's answer may hold anything; PostgreSQL would refuse a NUL and the outcome with it. */
const storable = (error: unknown) => oneLine(error instanceof Error ? error.message : String(error)).slice(0, 500)
