import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ne, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { type Changed, databaseWith, meetBefore, withoutRowLock } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'
import type { Db } from '../database/client.ts'
import { startDelivery } from './deliver.ts'
import { outbox } from './tables.ts'
import { eventually } from './testing/eventually.ts'
import { aMail, postAll } from './testing/mails.ts'
import { startSink } from './testing/sink.ts'
import { smtpTransport } from './transports/smtp.ts'

const from = { name: '', address: 'week@week.test' }
const unsent = (db: Db) => db.$count(outbox, ne(outbox.state, 'sent'))
const mailsTo = (count: number) => Array.from({ length: count }, (_, i) => aMail({ to: { address: `p${i}@app.test` } }))

/** Three deliveries, each with its own connections to database and mail server, over 300 mails at once. */
async function threeDeliveries(...changes: Changed[]) {
  const server = await startServer()
  const sink = await startSink()
  await postAll(server.db, mailsTo(300), server.clock.now())
  const stops = [1, 2, 3].map(() => {
    const db = databaseWith(server.databaseUrl, ...changes)
    const transport = smtpTransport(sink.url, from)
    const delivery = startDelivery({ ...server.platform, db }, transport, { pollEveryMs: 50 })
    return async () => {
      await delivery.stop()
      transport.close()
    }
  })
  onTestFinished(async () => {
    for (const stop of stops) await stop()
    await sink.close()
  })
  await eventually(async () => expect(await unsent(server.db)).toBe(0))
  return sink.received
}

test('three deliveries at once send each of 300 mails exactly once', async () => {
  const received = await threeDeliveries()

  expect(received).toHaveLength(300)
  expect(new Set(received.map((mail) => mail.to[0])).size).toBe(300)
})

test('red control: without the row locks the same mails go out more than once', async () => {
  const received = await threeDeliveries(withoutRowLock('outbox'), meetBefore(/^update "outbox" set "attempts"/, 2))

  expect(received.length).toBeGreaterThan(300)
  expect(new Set(received.map((mail) => mail.messageId)).size).toBe(300)
})

test('a delivery process killed in the middle loses no mail and repeats at most the four it was sending', async () => {
  const { db, databaseUrl } = await startServer()
  const sink = await startSink({ delay: 15 })
  onTestFinished(() => sink.close())
  const [victim] = await Promise.all([1, 2].map(() => aWorker(databaseUrl, sink.url)))
  await postAll(db, mailsTo(300), new Date())

  await eventually(() => expect(sink.received.length).toBeGreaterThan(80))
  victim?.kill('SIGKILL')
  // By the clock that counts: what the victim was sending is free eight seconds after the kill at the latest.
  const { rows } = await db.execute<{ seconds: number | null }>(
    sql`select extract(epoch from max(leased_until) - clock_timestamp())::float8 as seconds from outbox`,
  )
  expect(rows[0]?.seconds ?? 0).toBeLessThanOrEqual(8)
  // The survivor takes it over: nobody moves a clock, nobody starts anything.
  await eventually(async () => expect(await unsent(db)).toBe(0))

  const repeated = sink.received.length - 300
  expect(new Set(sink.received.map((mail) => mail.to[0])).size).toBe(300)
  expect(new Set(sink.received.map((mail) => mail.messageId)).size).toBe(300)
  expect(repeated).toBeLessThanOrEqual(4)
})

/** A process of its own, ready to deliver. */
async function aWorker(databaseUrl: string, smtpUrl: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./testing/worker.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, databaseUrl, smtpUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}
