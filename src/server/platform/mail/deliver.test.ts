import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { startDatabaseProxy } from '#server/testing/network/tcp-proxy.ts'
import { startServer } from '#server/testing.ts'
import { hours, minutes } from '../clock.ts'
import { type Db, openDatabase } from '../database/client.ts'
import { startDelivery, waitAfter } from './deliver.ts'
import type { LeasedMail } from './outbox.ts'
import { outbox } from './tables.ts'
import { eventually } from './testing/eventually.ts'
import { aMail, postAll } from './testing/mails.ts'
import { MailFailure, type MailTransport } from './transports/transport.ts'

/** Takes down what it is given and answers what the test says. */
function aTransport(answer: (mail: LeasedMail) => unknown = () => undefined) {
  const given: LeasedMail[] = []
  const transport: MailTransport = {
    async send(mail) {
      given.push(mail)
      await answer(mail)
    },
    close: () => undefined,
  }
  return { given, transport }
}

const refuse = (kind: MailFailure['kind'], reason: string) => () => {
  throw new MailFailure(kind, reason)
}

async function start(transport: MailTransport, pace: Parameters<typeof startDelivery>[2] = {}) {
  const server = await startServer()
  const delivery = startDelivery(server.platform, transport, { pollEveryMs: 20, ...pace })
  onTestFinished(() => delivery.stop())
  return { ...server, delivery }
}

test('a mail the server wants later is repeated with growing waits under one Message-ID', async () => {
  const { given, transport } = aTransport(refuse('deferred', '451 4.3.0 Later'))
  const { db, clock, mails } = await start(transport)
  await postAll(db, [aMail()], clock.now())

  const waits: number[] = []
  for (let attempt = 1; attempt <= 7; attempt++) {
    await eventually(async () => expect(await mails()).toMatchObject([{ attempts: attempt, leasedUntil: null }]))
    const [mail] = await mails()
    waits.push((mail?.nextAttemptAt.getTime() ?? 0) - clock.now().getTime())
    clock.advance(waits.at(-1) ?? 0)
  }

  expect(await mails()).toMatchObject([{ state: 'queued', lastError: '451 4.3.0 Later' }])
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(waits[0]).toBeLessThanOrEqual(minutes(0.6))
  expect(waits[6]).toBeGreaterThanOrEqual(minutes(24))
  expect(new Set(given.map((mail) => mail.messageId)).size).toBe(1)
  expect(given[0]?.messageId).toBe(`<${given[0]?.id}@localhost.localdomain>`)
})

test('waits double from half a minute; without a server they end at two minutes, so that a backlog leaves soon', () => {
  const usual = (kind: 'deferred' | 'unreachable') =>
    [1, 2, 3, 4, 5, 6, 7, 8, 700].map((n) => waitAfter(n, kind, 0.5) / 60_000)

  expect(usual('deferred')).toEqual([0.5, 1, 2, 4, 8, 16, 30, 30, 30])
  expect(usual('unreachable')).toEqual([0.5, 1, 2, 2, 2, 2, 2, 2, 2])
  expect(waitAfter(1, 'deferred', 0)).toBeCloseTo(24_000)
  expect(waitAfter(1, 'deferred', 1)).toBeCloseTo(36_000)
})

test('a mail refused for good fails at once and says why', async () => {
  const { given, transport } = aTransport(refuse('refused', '550 5.1.1 No\u0000 such user'))
  const { db, clock, mails } = await start(transport)

  await postAll(db, [aMail()], clock.now())

  await eventually(async () =>
    expect(await mails()).toMatchObject([{ state: 'failed', lastError: '550 5.1.1 No  such user' }]),
  )
  clock.advance(hours(1))
  await pause(100)
  expect(given).toHaveLength(1)
})

test('a mail nobody took for a day is given up', async () => {
  const { given, transport } = aTransport(refuse('unreachable', 'connect ECONNREFUSED'))
  const { db, clock, mails } = await start(transport)
  await postAll(db, [aMail()], clock.now())
  await eventually(async () =>
    expect(await mails()).toMatchObject([{ attempts: 1, state: 'queued', leasedUntil: null }]),
  )

  clock.advance(hours(24))

  await eventually(async () =>
    expect(await mails()).toMatchObject([
      { state: 'failed', lastError: 'Given up after a day of attempts. connect ECONNREFUSED' },
    ]),
  )
  expect(given).toHaveLength(2)
})

const endLeases = (db: Db) => db.execute(sql`update outbox set leased_until = clock_timestamp() - interval '1 ms'`)

test('what a process that vanished was sending goes out when its lease ends, under the same Message-ID', async () => {
  const stuck = aTransport(() => new Promise(() => undefined))
  const { db, clock, mails, platform, delivery } = await start(stuck.transport, { stopWithinMs: 50 })
  await postAll(db, [aMail()], clock.now())
  await eventually(() => expect(stuck.given).toHaveLength(1))
  await delivery.stop()
  const healthy = aTransport()
  const second = startDelivery(platform, healthy.transport, { pollEveryMs: 20 })
  onTestFinished(() => second.stop())

  await db.execute(sql`update outbox set leased_until = clock_timestamp() + interval '7 seconds'`)
  await pause(150)
  const early = healthy.given.length
  await endLeases(db)

  await eventually(async () => expect(await mails()).toMatchObject([{ state: 'sent', attempts: 2 }]))
  expect(early).toBe(0)
  expect(healthy.given.map((mail) => mail.messageId)).toEqual(stuck.given.map((mail) => mail.messageId))
})

test('whoever lost the lease cannot undo that the next one sent the mail', async () => {
  let giveUp = (_: Error) => {}
  const slow = aTransport(() => new Promise((_, reject) => (giveUp = reject)))
  const { db, clock, mails, platform } = await start(slow.transport, { maxConcurrent: 1 })
  await postAll(db, [aMail()], clock.now())
  await eventually(() => expect(slow.given).toHaveLength(1))
  const second = startDelivery(platform, aTransport().transport, { pollEveryMs: 20 })
  onTestFinished(() => second.stop())
  // Again and again: the first one renews its lease while it lives.
  await eventually(async () => {
    await endLeases(db)
    expect(await mails()).toMatchObject([{ state: 'sent' }])
  })

  giveUp(new MailFailure('refused', '550'))
  await pause(150)

  expect(await mails()).toMatchObject([{ state: 'sent', lastError: null }])
})

test('a slow mail of a living process is renewed for as long as it takes, and sent by nobody else', async () => {
  let finish = () => {}
  const slow = aTransport(() => new Promise<void>((resolve) => (finish = resolve)))
  const { db, clock, mails, platform } = await start(slow.transport)
  await postAll(db, [aMail()], clock.now())
  await eventually(() => expect(slow.given).toHaveLength(1))
  const idle = aTransport()
  const second = startDelivery(platform, idle.transport, { pollEveryMs: 20 })
  onTestFinished(() => second.stop())

  const firstEnd = (await mails())[0]?.leasedUntil?.getTime() ?? 0
  // Longer than the two minutes that a lease used to last, as far as the product's clock is concerned.
  clock.advance(minutes(5))
  await eventually(async () => expect((await mails())[0]?.leasedUntil?.getTime()).toBeGreaterThan(firstEnd + 8_000))
  finish()

  await eventually(async () => expect(await mails()).toMatchObject([{ state: 'sent', attempts: 1 }]))
  expect(idle.given).toEqual([])
})

test('while no mail server answers a few mails find that out; the rest wait untouched and leave when it is back', async () => {
  let isBack = false
  const { given, transport } = aTransport(() => {
    if (!isBack) throw new MailFailure('unreachable', 'connect ECONNREFUSED')
  })
  const { db, clock, mails } = await start(transport)
  await postAll(
    db,
    Array.from({ length: 40 }, () => aMail()),
    clock.now(),
  )

  await pause(1_800)
  const tried = given.length
  isBack = true

  await eventually(async () => expect((await mails()).filter((mail) => mail.state === 'sent')).toHaveLength(40 - tried))
  expect(tried).toBeLessThanOrEqual(4 + 2)
  clock.advance(minutes(1))
  await eventually(async () => expect((await mails()).every((mail) => mail.state === 'sent')).toBe(true))
})

test('never more than four mails are under way in one process', async () => {
  let underWay = 0
  let most = 0
  const { given, transport } = aTransport(async () => {
    most = Math.max(most, ++underWay)
    await pause(10)
    underWay--
  })
  const { db, clock } = await start(transport)

  await postAll(
    db,
    Array.from({ length: 30 }, () => aMail()),
    clock.now(),
  )

  await eventually(() => expect(given).toHaveLength(30))
  expect(most).toBe(4)
})

test('stopping waits for the mails under way, and takes no new ones', async () => {
  let finish = () => {}
  const { given, transport } = aTransport(() => new Promise<void>((resolve) => (finish = resolve)))
  const { db, clock, mails, delivery } = await start(transport, { maxConcurrent: 1 })
  await postAll(db, [aMail(), aMail()], clock.now())
  await eventually(() => expect(given).toHaveLength(1))

  setTimeout(() => finish(), 200)
  await delivery.stop()

  expect((await mails()).map((mail) => mail.state).toSorted()).toEqual(['queued', 'sent'])
  expect(given).toHaveLength(1)
})

test('while the database is away delivery waits, says so once, and forgets no mail it has sent', async () => {
  const server = await startServer({ environment: { LOG_LEVEL: 'info' } })
  const proxy = await startDatabaseProxy(server.databaseUrl)
  const { db, close } = openDatabase({ url: proxy.url, onError: () => undefined })
  const { given, transport } = aTransport(async (mail) => {
    if (mail.template === 'during') await proxy.cut()
  })
  const delivery = startDelivery({ ...server.platform, db }, transport, { pollEveryMs: 50, maxConcurrent: 1 })
  onTestFinished(async () => {
    await delivery.stop()
    void close()
  })
  await postAll(server.db, [aMail({ template: 'during' })], server.clock.now())
  await eventually(() => expect(given).toHaveLength(1))
  await postAll(server.db, [aMail({ template: 'after' })], server.clock.now())
  await pause(1_000)

  await proxy.restore()

  await eventually(async () => expect((await server.mails()).map((mail) => mail.state)).toEqual(['sent', 'sent']))
  expect(given.map((mail) => mail.template)).toEqual(['during', 'after'])
  expect(server.logs.filter((line) => line.includes('mails wait for the database'))).toHaveLength(1)
  expect(server.logs.filter((line) => line.includes('mails have the database back'))).toHaveLength(1)
})

test('after an outage of the database nobody takes a mail over before its sender could say that it was sent', async () => {
  const server = await startServer({ environment: { LOG_LEVEL: 'info' } })
  const start = async (transport: MailTransport) => {
    const proxy = await startDatabaseProxy(server.databaseUrl)
    const { db, close } = openDatabase({ url: proxy.url, onError: () => undefined })
    const delivery = startDelivery({ ...server.platform, db }, transport, { pollEveryMs: 20 })
    onTestFinished(async () => {
      await delivery.stop()
      void close()
    })
    return proxy
  }
  let finish = () => {}
  const sender = aTransport(() => new Promise<void>((resolve) => (finish = resolve)))
  const proxyOfSender = await start(sender.transport)
  await postAll(server.db, [aMail()], server.clock.now())
  await eventually(() => expect(sender.given).toHaveLength(1))
  const other = aTransport()
  const proxyOfOther = await start(other.transport)

  await Promise.all([proxyOfSender.cut(), proxyOfOther.cut()])
  const isOver = sql<boolean>`${outbox.leasedUntil} < clock_timestamp()`
  await eventually(async () => expect(await server.db.select({ isOver }).from(outbox)).toEqual([{ isOver: true }]))
  finish()
  await proxyOfOther.restore()
  await eventually(() => expect(server.logs.some((line) => line.includes('mails have the database back'))).toBe(true))
  await pause(500)
  const takenOver = other.given.length
  await proxyOfSender.restore()

  await eventually(async () => expect(await server.mails()).toMatchObject([{ state: 'sent', attempts: 1 }]))
  expect([takenOver, other.given.length]).toEqual([0, 0])
})
