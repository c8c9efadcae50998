import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { begin, beginPiece, withNoise } from '#server/features/files/resumable/testing.ts'
import { uploads } from '#server/features/files/tables.ts'
import { aPicture, beginUpload, keptFiles } from '#server/features/files/testing.ts'
import { added, aLink, aPhone, askAsGuest } from '#server/testing/data/capture.ts'
import { namesOf } from '#server/testing/data/drafts.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServer } from '#server/testing.ts'
import { someTasks } from '../testing.ts'

/** A guest whose phone calls one process, and the company at another: files and database are the same. */
async function twoProcesses() {
  const server = await startServer()
  const other = await startServer({ beside: server })
  const call = await server.aCompany()
  const [taskId] = await someTasks(server, 1)
  const { id, token } = await aLink(call, taskId)
  const revoke = async () =>
    expect((await other.caller(call.cookie)('DELETE', `/api/capture-links/${id}`)).status).toBe(200)
  /** In bytes. */
  const kept = () =>
    keptFiles(server).reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  return { server, call, taskId, phone: aPhone(server.visitor, token), revoke, kept }
}

test('a link that is revoked at another process opens nothing from the next call on', async () => {
  const { call, taskId, phone, revoke } = await twoProcesses()
  await added(phone)
  expect((await phone('GET', '/api/capture')).status).toBe(200)

  await revoke()

  for (const reply of [await phone('GET', '/api/capture'), await askAsGuest(phone, await aPicture())])
    expect(reply).toMatchObject({ status: 401, body: { code: 'capture-link-closed' } })
  expect(await namesOf(call, taskId)).toEqual(['team.jpg'])
})

test('a photo under way is refused when the link is revoked at another process, and nothing of it stays', async () => {
  const { server, call, taskId, phone, revoke, kept } = await twoProcesses()
  const photo = withNoise(await aPicture(), 200_000)
  const { body: grant } = await askAsGuest(phone, photo)
  const upload = beginUpload(grant.url.replace('http://week.test', server.base), photo)
  await eventually(() => kept() > 0, 'the first bytes to arrive')

  await revoke()

  // The second half was never sent: without the signal there would be no answer.
  expect(await upload.answer).toMatchObject({ status: 409, body: { code: 'grant-spent' } })
  upload.end()
  await eventually(
    async () => kept() === 0 && (await server.db.$count(uploads)) === 0,
    'the half-sent photo to be gone',
  )
  expect(await namesOf(call, taskId)).toEqual([])
})

test('the same for a photo that is sent in pieces', async () => {
  const { server, call, taskId, phone, revoke, kept } = await twoProcesses()
  const photo = withNoise(await aPicture(), 200_000)
  const url = await begin(phone, photo.length, {}, '/api/capture/uploads/tus')
  const piece = beginPiece(url.replace('http://week.test', server.base), 0, photo.subarray(0, 100_000), photo.length)
  await piece.sent
  await eventually(() => kept() > 0, 'the first bytes to arrive')

  await revoke()

  await eventually(() => piece.status() > 0, 'an answer')
  expect(piece.status()).toBe(404)
  await eventually(
    async () => kept() === 0 && (await server.db.$count(uploads)) === 0,
    'the half-sent photo to be gone',
  )
  await piece.cut()
  expect(await namesOf(call, taskId)).toEqual([])
})
