import { expect, test } from 'vitest'
import { atOnce, patiently, tally, withoutLock } from '#server/testing/guards.ts'
import { World } from '#server/testing/world.ts'
import { startServer } from '#server/testing.ts'
import { uploads } from './tables.ts'
import { aPicture, askForGrant, uploaded } from './testing.ts'

/** A company with room for three more files of a thousand bytes. */
async function nearlyFull() {
  const server = await startServer()
  const { call } = await new World(server).joinWithCompany('acme')
  await uploaded(call)
  await server.db.update(uploads).set({ size: 5 * 1024 ** 3 - 3_000 })
  const picture = await aPicture()
  return { db: server.db, ask: () => patiently(() => askForGrant(call, picture, { size: 1_000 })) }
}

test('of twenty who ask for the last room at once three get it', async () => {
  const { ask } = await nearlyFull()

  expect(tally(await atOnce(20, ask))).toEqual({ 201: 3, 507: 17 })
})

test('red control: without the lock more files are granted than there is room for', { retry: 4 }, async () => {
  const { db, ask } = await nearlyFull()

  const replies = await withoutLock(db, () => atOnce(8, ask))

  expect(tally(replies)[201]).toBeGreaterThan(3)
})
