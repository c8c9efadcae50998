import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { anEmptySystem, backUp, restore } from '#server/testing/data/restored.ts'
import { startServer } from '#server/testing.ts'
import { startDelivery } from './deliver.ts'
import { giveUpHeld, listHeld, releaseHeld } from './held.ts'
import { measureOutbox } from './outbox.ts'
import { outbox } from './tables.ts'
import { eventually } from './testing/eventually.ts'
import { aMail, postAll } from './testing/mails.ts'

/** A product that was restored from a backup in which two mails waited, with a mail worker. */
async function aRestoredOutbox() {
  const server = await startServer()
  await postAll(server.db, [aMail(), aMail()], server.clock.now())
  const { file } = await backUp(server)
  const target = await anEmptySystem(server.clock)
  await restore(target, file)
  const sent: string[] = []
  const transport = { send: async ({ id }: { id: string }) => void sent.push(id), close: () => undefined }
  const delivery = startDelivery(target.platform, transport, { pollEveryMs: 20 })
  onTestFinished(() => delivery.stop())
  return { ...target, db: target.platform.db, sent }
}

test('mails that waited in a backup are held after its restore, new ones leave, and a release sends the rest', async () => {
  const { db, clock, platform, sent } = await aRestoredOutbox()
  await postAll(db, [aMail()], clock.now())
  await eventually(() => expect(sent).toHaveLength(1))
  expect(await listHeld(db)).toMatchObject([{ count: 2 }])
  expect(await measureOutbox(platform)).toMatchObject([{ waiting: 0 }])

  expect(await db.transaction((tx) => releaseHeld(tx, clock.now()))).toBe(2)

  await eventually(() => expect(sent).toHaveLength(3))
  expect(await listHeld(db)).toEqual([])
})

test('mails that are given up are not sent by themselves', async () => {
  const { db, sent } = await aRestoredOutbox()

  expect(await db.transaction(giveUpHeld)).toBe(2)

  expect(await db.$count(outbox, eq(outbox.state, 'failed'))).toBe(2)
  expect(sent).toEqual([])
})
