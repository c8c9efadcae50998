import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { askForGrant, uploaded } from '#server/features/files/testing.ts'
import { days } from '#server/platform/clock.ts'
import { added, aLink, aPhone, askAsGuest } from '#server/testing/data/capture.ts'
import { draftOf, namesOf } from '#server/testing/data/drafts.ts'
import { type Caller, startServer } from '#server/testing.ts'
import { someTasks } from '../testing.ts'

/** A link that went to a public group: whoever holds it makes up a device for each request. */
async function aLeakedLink() {
  const server = await startServer({ environment: { TRUST_PROXY: '127.0.0.1,::1' } })
  const company = await server.aCompany()
  const [taskId] = await someTasks(server, 1)
  const { token } = await aLink(company, taskId)
  const from =
    (address: string, visitor = server.visitor): Caller =>
    (method, path, body, { headers = {}, ...more } = {}) =>
      visitor(method, path, body, { headers: { 'x-forwarded-for': address, ...headers }, ...more })
  const phone = (address: string, device?: string) => aPhone(from(address), token, device)
  const bytes = randomBytes(100)
  const ask = (address: string) => askAsGuest(phone(address), bytes)
  return { ...server, company, taskId, phone, ask, bytes }
}

const full = { status: 409, body: { code: 'guest-address-full' } }

test('devices that are made up get no more than forty files a day from one address, and others go on', async () => {
  const { company, taskId, ask, bytes, clock } = await aLeakedLink()
  for (let n = 0; n < 40; n++) expect((await ask('203.0.113.7')).status).toBe(201)

  expect(await ask('203.0.113.7')).toMatchObject({
    status: 409,
    body: { code: 'guest-address-full', message: expect.stringMatching(/^40 files came from your network/) },
  })
  expect((await ask('198.51.100.9')).status).toBe(201)
  expect((await askForGrant(company, bytes, { taskId })).status).toBe(201)
  clock.advance(days(1))
  expect((await ask('203.0.113.7')).status).toBe(201)
})

test('an IPv6 network is one address, and a photo that is removed is not counted', async () => {
  const { ask, phone } = await aLeakedLink()
  const kim = phone('2001:db8:1:2::1')
  const path = await added(kim)
  for (let n = 1; n < 40; n++) expect((await ask(`2001:db8:1:2::${n}`)).status).toBe(201)
  expect(await ask('2001:db8:1:2:ffff::1')).toMatchObject(full)

  await kim('DELETE', `/api/capture/files/${path.split('/')[1]}`)

  expect((await ask('2001:db8:1:2:ffff::1')).status).toBe(201)
  expect(await ask('2001:db8:1:2:ffff::1')).toMatchObject(full)
})

test('guests leave ten places of a draft to their company', async () => {
  const { company, taskId, ask, bytes } = await aLeakedLink()
  for (let n = 0; n < 50; n++) expect((await ask(`203.0.113.${n}`)).status).toBe(201)

  expect(await ask('198.51.100.9')).toMatchObject({
    status: 409,
    body: {
      code: 'draft-full-for-guests',
      message: 'Your team has added as many photos as fit here. Please ask your colleague to remove some.',
    },
  })
  const askCompany = () => askForGrant(company, bytes, { taskId })
  for (let n = 0; n < 10; n++) expect((await askCompany()).status).toBe(201)
  expect(await askCompany()).toMatchObject({ status: 409, body: { code: 'draft-full' } })
})

test('a company takes out all files of one device at once', async () => {
  const { company, taskId, phone } = await aLeakedLink()
  const [kim, lee] = [phone('203.0.113.7'), phone('203.0.113.7')]
  await added(kim, 'kim-1.jpg')
  await added(lee, 'lee.jpg')
  await added(kim, 'kim-2.jpg')
  await uploaded(company, undefined, { taskId, fileName: 'own.jpg' })
  const { files } = (await draftOf(company, taskId)).body as {
    files: { fileName: string; path: string; guestId: string | null }[]
  }
  const guest = files.find(({ fileName }) => fileName === 'kim-1.jpg')?.guestId
  expect(files.filter(({ guestId }) => guestId === guest).map(({ fileName }) => fileName)).toEqual([
    'kim-1.jpg',
    'kim-2.jpg',
  ])
  expect(files.find(({ fileName }) => fileName === 'own.jpg')).toMatchObject({ guestId: null })

  const remove = files.filter(({ guestId }) => guestId === guest).map(({ path }) => path)
  expect((await company('PATCH', `/api/tasks/${taskId}/draft`, { remove })).status).toBe(200)

  expect(await namesOf(company, taskId)).toEqual(['lee.jpg', 'own.jpg'])
})
