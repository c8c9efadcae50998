import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { databaseAt } from '#server/testing/data/upgrade.ts'
import { countReadRows } from '#server/testing/database/count-read-rows.ts'
import { startServer } from '#server/testing.ts'
import { readMigrations } from '../database/migrating/migrate.ts'
import type { Signal } from '../live/bus.ts'
import { listen } from '../live/listener.ts'
import { startDelivery } from './deliver.ts'
import { leaseDue, post, retryFailed } from './outbox.ts'
import { outbox } from './tables.ts'
import { eventually } from './testing/eventually.ts'
import { aLetter, aMail, postAll } from './testing/mails.ts'
import { openTransport } from './transports/open-transport.ts'

/** The product with a running delivery to files, woken by the database only. */
async function start() {
  const dataDir = mkdtempSync(join(tmpdir(), 'week-outbox-'))
  const server = await startServer({ environment: { DATA_DIR: dataDir } })
  const delivery = startDelivery(server.platform, openTransport(server.platform.config), { pollEveryMs: 60_000 })
  const signals: Signal[] = []
  const onSignal = (signal: Signal) => {
    signals.push(signal)
    if (signal.outbox) delivery.wake()
  }
  const listener = await new Promise<ReturnType<typeof listen>>((resolve) => {
    const started = listen({
      url: server.databaseUrl,
      log: server.platform.log,
      onSignal,
      onConnected: () => resolve(started),
    })
  })
  onTestFinished(async () => {
    await listener.close()
    await delivery.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const files = () => {
    try {
      return readdirSync(join(dataDir, 'outbox'))
    } catch {
      return []
    }
  }
  return { ...server, signals, files }
}

test('a mail leaves as soon as its transaction commits, and administrators hear of it', async () => {
  const { db, clock, files, mails, signals } = await start()

  await postAll(db, [aMail()], clock.now())

  await eventually(() => expect(files()).toHaveLength(1))
  await eventually(async () =>
    expect(await mails()).toMatchObject([{ state: 'sent', attempts: 1, sentAt: clock.now() }]),
  )
  const announced = expect.objectContaining({ topics: ['mail'], audience: 'administrators' })
  await eventually(() => expect(signals).toContainEqual(announced))
})

test('a mail that the previous release leased for two minutes waits for the end of that lease', async () => {
  const { db, clock } = await startServer()
  await postAll(db, [aMail()], clock.now())
  const lease = (end: string) => db.execute(sql`update outbox set leased_until = clock_timestamp() + ${end}::interval`)
  const leaseDueOnes = () => db.transaction((tx) => leaseDue(tx, 10, 'week.test', clock.now()))

  await lease('110 seconds')
  const early = await leaseDueOnes()
  await lease('-1 ms')

  expect(early).toEqual([])
  expect(await leaseDueOnes()).toHaveLength(1)
})

test('a mail of a transaction that fails is never sent', async () => {
  const { db, clock, files, mails } = await start()

  const doomed = db.transaction(async (tx) => {
    await post(tx, aMail({ template: 'doomed' }), clock.now())
    throw new Error('the rule refuses')
  })
  await expect(doomed).rejects.toThrow('the rule refuses')
  await postAll(db, [aMail({ template: 'kept' })], clock.now())

  await eventually(() => expect(files()).toHaveLength(1))
  expect(files()[0]).toContain('-kept-')
  expect(await mails()).toHaveLength(1)
})

test('the words of a sent mail, with their one-time links, are not kept', async () => {
  const { db, clock, mails } = await start()

  await postAll(db, [aMail({ content: aLetter('https://week.test/login?reset=secret') })], clock.now())

  await eventually(async () => expect(await mails()).toMatchObject([{ state: 'sent' }]))
  expect(JSON.stringify(await mails())).not.toContain('secret')
})

test('an administrator sends a failed mail again', async () => {
  const { db, clock, files, mails } = await start()
  await postAll(db, [aMail()], clock.now())
  await eventually(async () => expect(await mails()).toMatchObject([{ state: 'sent' }]))
  const [mail] = await db
    .update(outbox)
    .set({ state: 'failed', attempts: 9, sentAt: null, letter: aLetter('Again') })
    .returning()
  const id = mail?.id ?? ''

  const repeated = await db.transaction((tx) => retryFailed(tx, [id], clock.now()))
  await eventually(async () =>
    expect(await mails()).toMatchObject([{ state: 'sent', attempts: 1, messageId: mail?.messageId }]),
  )
  const twice = await db.transaction((tx) => retryFailed(tx, [id], clock.now()))

  expect([repeated, twice]).toEqual([1, 0])
  expect(files()).toHaveLength(1)
})

test.each(['', 'ada', 'a@x.test, b@x.test', '<a@x.test>', 'a@x.test\r\nBcc: b@x.test', '"a b"@x.test', 'a@b@x.test'])(
  'a mail to %j is refused where it is written',
  async (address) => {
    const { db, clock, mails } = await start()

    const posting = db.transaction((tx) => post(tx, aMail({ to: { address } }), clock.now()))

    await expect(posting).rejects.toThrow('Not one mail address')
    expect(await mails()).toEqual([])
  },
)

test('a mail that links elsewhere than to the web is refused where it is written', async () => {
  const { db, clock, mails } = await startServer()
  const button = { label: 'Go', url: 'javascript:alert(1)' }

  const posting = postAll(db, [aMail({ content: { ...aLetter('Come'), button } })], clock.now())

  await expect(posting).rejects.toThrow('web addresses')
  expect(await mails()).toEqual([])
})

test('a line break in a name or subject is gone before it is stored', async () => {
  const { db, clock } = await startServer()

  await postAll(
    db,
    [aMail({ to: { name: 'Ada\r\nBcc: x', address: 'ada@app.test' }, subject: 'A\u0000B\nC' })],
    clock.now(),
  )

  const [row] = await db.select().from(outbox).where(eq(outbox.state, 'queued'))
  expect(row).toMatchObject({ toName: 'Ada Bcc: x', subject: 'A B C' })
})

test('a batch of a backlog is found without reading all of it, also before PostgreSQL has any statistics', async () => {
  const { db } = await databaseAt(readMigrations().length - 1)
  await db.execute(sql`insert into outbox (id, to_name, to_address, template, subject, letter, next_attempt_at, give_up_at, created_at)
    select gen_random_uuid(), '', n || '@app.test', 'greeting', 'Good morning', '{}', now(), now() + interval '1 day', now()
    from generate_series(1, 5000) n`)

  const { leased, read } = await db.transaction(async (tx) => {
    const batch = await leaseDue(tx, 4, 'week.test', new Date())
    return { leased: batch.length, read: await countReadRows(tx, 'outbox') }
  })

  expect(leased).toBe(4)
  expect(read).toBeLessThan(100)
})
