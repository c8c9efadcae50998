import { request } from 'node:http'
import { expect, test } from 'vitest'
import { someTasks } from '#server/features/proofs/testing.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import { after, hours, minutes } from '#server/platform/clock.ts'
import { aLink, aPhone, askAsGuest } from '#server/testing/data/capture.ts'
import { namesOf } from '#server/testing/data/drafts.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServer } from '#server/testing.ts'
import { uploads } from '../tables.ts'
import { aPicture, askForGrant, send } from '../testing.ts'

const fileKey = 'a1b2c3d4e5f6a7b8'

async function aDevice() {
  const server = await startServer()
  const [acme, zorg] = [await server.aCompany(), await server.aCompany('zorg')]
  const [taskId = '', otherTask = ''] = await someTasks(server, 2)
  const picture = await aPicture()
  const ask = (more = {}) => askForGrant(acme, picture, { taskId, fileKey, ...more })
  return { ...server, acme, zorg, taskId, otherTask, picture, ask }
}

test('a photo that has arrived is answered with the same upload, and is in the draft once', async () => {
  const { acme, taskId, picture, ask } = await aDevice()
  const { body: first } = await ask()
  expect((await send(first, picture)).status).toBe(201)

  const again = await ask()

  expect(again).toMatchObject({ status: 201, body: { path: first.path, isStored: true } })
  expect(await namesOf(acme, taskId)).toEqual(['run.jpg'])
})

test('a grant that was not used is renewed: the same upload by the new address only', async () => {
  const { acme, taskId, picture, ask } = await aDevice()
  const { body: first } = await ask()

  const { body: second } = await ask()

  expect(second.path).toBe(first.path)
  expect(second.isStored).toBeUndefined()
  expect(await send(first, picture)).toMatchObject({ status: 409, body: { code: 'grant-spent' } })
  expect((await send(second, picture)).status).toBe(201)
  expect(await namesOf(acme, taskId)).toEqual(['run.jpg'])
})

test('an attempt whose bytes had begun to come makes room for the next, and cannot end well any more', async () => {
  const { acme, taskId, ask, db } = await aDevice()
  const picture = Buffer.concat([await aPicture(), Buffer.alloc(200_000)])
  const { body: first } = await ask({ size: picture.length })
  const slow = request(first.url, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg', 'content-length': picture.length },
  })
  const answer = new Promise<number | undefined>((resolve, reject) => {
    slow.on('error', reject)
    slow.on('response', ({ statusCode }) => resolve(statusCode))
  })
  slow.write(picture.subarray(0, 100_000))
  await eventually(
    async () => (await db.select().from(uploads)).some(({ grantHash }) => grantHash === ''),
    'the grant to be taken',
  )

  const { body: second } = await ask({ size: picture.length })
  expect(second.path).not.toBe(first.path)
  expect((await send(second, picture)).status).toBe(201)
  slow.end(picture.subarray(100_000))

  expect(await answer).toBe(409)
  expect(await namesOf(acme, taskId)).toEqual(['run.jpg'])
})

test('the key is of one task of one company: elsewhere it is another photo', async () => {
  const { acme, zorg, taskId, otherTask, picture, ask } = await aDevice()
  const { body: first } = await ask()
  await send(first, picture)

  const elsewhere = await ask({ taskId: otherTask })
  const others = await askForGrant(zorg, picture, { taskId, fileKey })

  for (const { body } of [elsewhere, others]) {
    expect(body.isStored).toBeUndefined()
    expect(body.path).not.toBe(first.path)
  }
  expect(await namesOf(acme, otherTask)).toEqual([])
})

test('a photo that was removed may be sent again', async () => {
  const { acme, taskId, picture, ask } = await aDevice()
  const { body: first } = await ask()
  await send(first, picture)
  await acme('PATCH', `/api/tasks/${taskId}/draft`, { remove: [first.path] })

  const { body: second } = await ask()

  expect((await send(second, picture)).status).toBe(201)
  expect(await namesOf(acme, taskId)).toEqual(['run.jpg'])
})

test('a guest who asks again gets the own upload, and nobody else’s', async () => {
  const { acme, taskId, visitor, picture } = await aDevice()
  const { token } = await aLink(acme, taskId)
  const [kim, lee] = [aPhone(visitor, token), aPhone(visitor, token)]
  const { body: first } = await askAsGuest(kim, picture, { fileKey })
  await send(first, picture)

  const again = await askAsGuest(kim, picture, { fileKey })
  const another = await askAsGuest(lee, picture, { fileKey })

  expect(again.body).toMatchObject({ path: first.path, isStored: true })
  expect(another.body.isStored).toBeUndefined()
  expect(another.body.path).not.toBe(first.path)
})

test('what waited while the task closed is refused in a sentence', async () => {
  const { acme, clock, db, ask } = await aDevice()
  await db.update(tasks).set({ closesAt: after(clock.now(), hours(1)) })
  clock.advance(hours(1) + minutes(15) - 1)
  expect((await ask()).status, 'until the end of the grace').toBe(201)
  clock.advance(1)

  const late = await ask({ fileKey: `${fileKey}-2` })

  expect(late).toMatchObject({
    status: 409,
    body: { code: 'task-closed', message: 'This task is closed. Proofs are no longer accepted for it.' },
  })
  expect((await acme('GET', '/api/drafts')).body).toEqual([])
})
