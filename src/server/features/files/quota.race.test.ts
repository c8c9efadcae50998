import { expect, test } from 'vitest'
import {
  atOnce,
  type Changed,
  meetBefore,
  patiently,
  startServerWith,
  tally,
  withoutAdvisoryLock,
} from '#server/testing/guards.ts'
import { uploads } from './tables.ts'
import { aPicture, askForGrant, uploaded } from './testing.ts'

/** A company with room for three more files of a thousand bytes. */
async function nearlyFull(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const call = await server.aCompany()
  await uploaded(server.unchanged.caller(call.cookie))
  await server.db.update(uploads).set({ size: 5 * 1024 ** 3 - 3_000 })
  const picture = await aPicture()
  return { ask: () => patiently(() => askForGrant(call, picture, { size: 1_000 })) }
}

test('of twenty who ask for the last room at once three get it', async () => {
  const { ask } = await nearlyFull()

  expect(tally(await atOnce(20, ask))).toEqual({ 201: 3, 507: 17 })
})

test('red control: without the lock more files are granted than there is room for', async () => {
  const { ask } = await nearlyFull(withoutAdvisoryLock, meetBefore(/^insert into "uploads"/, 4))

  const replies = await atOnce(4, ask)

  expect(tally(replies)).toEqual({ 201: 4 })
})
