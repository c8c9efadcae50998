import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aPicture, uploaded } from '#server/features/files/testing.ts'
import { eventually } from '#server/testing/eventually.ts'
import { openStream } from '#server/testing/stream.ts'
import { type Caller, startServer } from '#server/testing.ts'
import { someTasks } from './testing.ts'

type Waiting = { path: string; fileName: string; taskId: string | null; position: number; state: string }

const draftOf = async (company: Caller): Promise<Waiting[]> =>
  (await company('GET', '/api/uploads')).body.sort((a: Waiting, b: Waiting) => a.fileName.localeCompare(b.fileName))

const settled = (company: Caller) =>
  eventually(async () => (await draftOf(company)).every(({ state }) => state !== 'preparing'), 'every file looked at')

test('a file belongs to the draft of its task, at the place where it was chosen', async () => {
  const server = await startServer()
  const acme = await server.aCompany('acme')
  const [taskId] = await someTasks(server, 1)

  await uploaded(acme, undefined, { taskId, position: 2, fileName: 'third.jpg' })
  await uploaded(acme)
  await settled(acme)

  expect(await draftOf(acme)).toMatchObject([
    { taskId: null, position: null, state: 'ready', reason: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { taskId, position: 2, fileName: 'third.jpg', state: 'ready', thumbnailUrl: expect.stringMatching(/thumbnails/) },
  ])
})

test('what cannot be used stays in the list with its reason, and the sender’s screens are told', async () => {
  const server = await startServer()
  const acme = await server.aCompany('acme')
  const stream = await openStream(server.base, acme.cookie)
  const cut = (await aPicture()).subarray(0, 200)

  await uploaded(acme, cut, { fileName: 'cut.jpg' })
  await settled(acme)

  expect(await draftOf(acme)).toMatchObject([{ state: 'refused', reason: expect.stringMatching(/^cut\.jpg/) }])
  await stream.heard('uploads')
})

test('an unused file is put into the draft of another task; nobody else can', async () => {
  const server = await startServer()
  const [acme, zorg] = [await server.aCompany('acme'), await server.aCompany('zorg')]
  const [taskId] = await someTasks(server, 1)
  const path = await uploaded(acme)

  const moved = await acme('PATCH', `/api/uploads/${path}`, { taskId, position: 4 })

  expect(moved).toMatchObject({ status: 200, body: { path, taskId, position: 4 } })
  expect(await draftOf(acme)).toMatchObject([{ path, taskId, position: 4 }])
  expect(await zorg('PATCH', `/api/uploads/${path}`, { taskId: randomUUID() })).toMatchObject({ status: 404 })
  expect(await draftOf(acme)).toMatchObject([{ taskId }])
})

test('the same bytes twice in one proof are refused, and the sentence names both', async () => {
  const server = await startServer()
  const acme = await server.aCompany('acme')
  const [taskId] = await someTasks(server, 1)
  const bytes = await aPicture()
  const contentUrls = [await uploaded(acme, bytes, { fileName: 'first.jpg' })]
  for (let n = 0; n < 4; n++) contentUrls.push(await uploaded(acme))
  contentUrls.push(await uploaded(acme, bytes, { fileName: 'again.jpg' }))
  const proof = { taskId, companyId: acme.companyId, contentUrls, contentType: 'image' }

  const refused = await acme('POST', '/api/proofs', proof)

  const sentence = 'again.jpg is the same file as number 1 (first.jpg)'
  expect(refused).toMatchObject({ status: 400, body: { message: sentence, fields: { 'contentUrls.5': sentence } } })
  expect(await draftOf(acme)).toHaveLength(6)
  const mended = { ...proof, contentUrls: [...contentUrls.slice(0, 5), await uploaded(acme)] }
  expect(await acme('POST', '/api/proofs', mended)).toMatchObject({ status: 201 })
})
