import { expect, test } from 'vitest'
import { namesOf } from '#server/testing/data/drafts.ts'
import { populate } from '#server/testing/data/world.ts'
import { atOnce, patiently, startServerWith, tally } from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { uploads } from '../tables.ts'
import { aPicture, askForGrant, send } from '../testing.ts'

/** A photo that its device asks for again and again, because no answer came back. */
async function anImpatientDevice() {
  const { acme: call, taskId, ...server } = await populate(await startServerWith(), { acme: 'company', taskId: 'task' })
  const picture = await aPicture()
  const ask = () => patiently(() => askForGrant(call, picture, { taskId, fileKey: 'a1b2c3d4e5f6a7b8' }))
  return { ...server, call, taskId, picture, ask }
}

test('twenty who ask for the same photo at once are granted one upload', async () => {
  const { call, db, taskId, picture, ask } = await anImpatientDevice()

  const replies = await atOnce(20, ask)

  expect(tally(replies)).toEqual({ 201: 20 })
  expect(await db.$count(uploads)).toBe(1)
  const sent = await Promise.all(replies.map(({ body }) => send(body, picture)))
  expect(tally(sent)).toEqual({ 201: 1, 409: 19 })
  expect(await namesOf(call, taskId)).toEqual(['run.jpg'])
})

test('four tabs that send the same photo at once have it in the draft once', async () => {
  const { call, taskId, picture, ask } = await anImpatientDevice()

  await atOnce(4, async () => {
    for (let tries = 0; tries < 50; tries++) {
      const { body } = await ask()
      if (body.isStored || (await send(body, picture)).status === 201) return
    }
  })

  expect(await namesOf(call, taskId)).toEqual(['run.jpg'])
})

test('red control: without the index each of them is granted an upload of its own', async () => {
  const { call, db, taskId, picture, ask } = await anImpatientDevice()

  const names = await withoutIndex(db, 'uploads_file_key', async () => {
    const replies = await atOnce(4, ask)
    for (const { body } of replies) expect((await send(body, picture)).status).toBe(201)
    return namesOf(call, taskId)
  })

  expect(names).toEqual(['run.jpg', 'run.jpg', 'run.jpg', 'run.jpg'])
})
