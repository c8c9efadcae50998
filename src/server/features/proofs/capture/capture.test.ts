import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aPicture, send } from '#server/features/files/testing.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import { after, days, hours } from '#server/platform/clock.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { added, aLink, aPhone, askAsGuest } from '#server/testing/data/capture.ts'
import { collect, draftOf, namesOf, whenPrepared } from '#server/testing/data/drafts.ts'
import { submit } from '#server/testing/data/submit-proof.ts'
import { contents } from '#server/testing/database/contents.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { startServer } from '#server/testing.ts'
import { someTasks } from '../testing.ts'

async function aTeam(options: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer(options)
  const [acme, zorg] = [await server.aCompany(), await server.aCompany('zorg')]
  const admin = await server.anAdmin()
  const [taskId, other] = await someTasks(server, 2)
  const { id, token } = await aLink(acme, taskId)
  const phone = () => aPhone(server.visitor, token)
  return { ...server, acme, company: acme, zorg, admin, taskId, other, linkId: id, token, phone }
}

const closed = { status: 401, body: { code: 'capture-link-closed' } }

test('a colleague opens the link, sees the task, and what they add is in the draft at once', async () => {
  const { acme, company, taskId, phone, base } = await aTeam()
  const kim = phone()
  expect(await kim('GET', '/api/capture')).toMatchObject({
    status: 200,
    body: {
      companyName: 'acme Ltd',
      taskTitle: 'Task 1',
      taskDescription: 'Run five kilometres together',
      contentType: 'image',
      isHandedIn: false,
      firstName: null,
      files: [],
    },
  })
  const stream = await openStream(base, acme.cookie)

  await collect(company, taskId, 1)
  const path = await added(kim, 'kim.jpg')
  await stream.heard('uploads')
  await whenPrepared(company, taskId)

  expect((await draftOf(company, taskId)).body.files).toMatchObject([
    { fileName: '1.jpg', addedBy: 'company', senderName: null, chosen: true },
    { fileName: 'kim.jpg', addedBy: 'guest', senderName: null, chosen: true, path },
  ])
  expect((await kim('GET', '/api/capture')).body.files).toMatchObject([{ fileName: 'kim.jpg', state: 'ready' }])
})

test('guests see and remove their own files only, and pictures of them', async () => {
  const { company, taskId, phone } = await aTeam()
  const [kim, lee] = [phone(), phone()]
  const [hers = '', his = ''] = [await added(kim, 'kim.jpg'), await added(lee, 'lee.jpg')]
  await whenPrepared(company, taskId)
  const name = (path: string) => path.split('/')[1]

  expect((await kim('GET', '/api/capture')).body.files.map((file: { path: string }) => file.path)).toEqual([hers])
  expect(await kim('DELETE', `/api/capture/files/${name(his)}`)).toMatchObject({ status: 404 })
  expect(await kim('GET', `/api/capture/files/${name(his)}/thumbnail`)).toMatchObject({ status: 404 })
  expect((await kim('GET', `/api/capture/files/${name(hers)}/thumbnail`)).headers.get('content-type')).toBe(
    'image/jpeg',
  )
  expect(await kim('DELETE', `/api/capture/files/${name(hers)}`)).toMatchObject({ status: 200, body: { files: [] } })

  expect(await namesOf(company, taskId)).toEqual(['lee.jpg'])
})

test('a first name is shown to the company and to reviewers, also at what was added before it was given', async () => {
  const { acme, company, admin, zorg, taskId, phone } = await aTeam()
  const [kim, lee] = [phone(), phone()]
  const path = await added(kim)
  expect(await kim('PATCH', '/api/capture', { firstName: ' Kim ' })).toMatchObject({ body: { firstName: 'Kim' } })
  await added(kim, 'second.jpg')
  const own = await collect(company, taskId, 4)

  const { body } = await draftOf(company, taskId)
  expect(body.files.map(({ senderName }: { senderName: string }) => senderName).slice(0, 3)).toEqual([
    'Kim',
    'Kim',
    null,
  ])
  const contentUrls = body.files.map((file: { path: string }) => file.path)
  expect(await submit(acme, taskId, contentUrls)).toMatchObject({ status: 201 })
  const [pending] = (await admin('GET', '/api/proofs/pending')).body
  expect(pending.files).toMatchObject([
    { path, senderName: 'Kim' },
    { senderName: 'Kim' },
    { path: own[0] },
    {},
    {},
    {},
  ])
  for (const other of [lee, zorg]) {
    for (const address of ['/api/capture', '/api/leaderboard', `/api/tasks/${taskId}/draft`])
      expect((await other('GET', address)).text).not.toContain('Kim')
  }
})

test('after the proof is handed in guests add and remove nothing, until it is rejected', async () => {
  const { acme, company, admin, taskId, phone } = await aTeam()
  const kim = phone()
  const path = await added(kim)
  const paths = [path, ...(await collect(company, taskId, 5))]
  const { body: submitted } = await submit(acme, taskId, paths)

  expect(await kim('GET', '/api/capture')).toMatchObject({ body: { isHandedIn: true, files: [{ path }] } })
  const handedIn = { status: 409, body: { code: 'proof-exists' } }
  expect(await askAsGuest(kim, await aPicture())).toMatchObject(handedIn)
  expect(await kim('DELETE', `/api/capture/files/${path.split('/')[1]}`)).toMatchObject(handedIn)
  await admin('PATCH', `/api/proofs/${submitted.id}/review`, { status: 'rejected' })

  expect((await askAsGuest(kim, await aPicture())).status).toBe(201)
})

test('a revoked link is closed at once, also for what was granted and is being sent; what has arrived stays', async () => {
  const { company, zorg, taskId, linkId, phone } = await aTeam()
  const kim = phone()
  await added(kim, 'arrived.jpg')
  const late = await aPicture()
  const { body: grant } = await askAsGuest(kim, late)
  expect(await zorg('DELETE', `/api/capture-links/${linkId}`)).toMatchObject({ status: 404 })
  expect((await company('GET', `/api/tasks/${taskId}/capture-links`)).body).toMatchObject([{ id: linkId, guests: 1 }])

  expect(await company('DELETE', `/api/capture-links/${linkId}`)).toMatchObject({
    status: 200,
    body: { id: linkId, revokedAt: '2026-06-01T12:00:00.000Z' },
  })

  expect(await send(grant, late)).toMatchObject({ status: 409, body: { code: 'grant-spent' } })
  expect(await kim('GET', '/api/capture')).toMatchObject(closed)
  expect(await askAsGuest(kim, late)).toMatchObject(closed)
  expect(await namesOf(company, taskId)).toEqual(['arrived.jpg'])
  expect((await company('GET', `/api/tasks/${taskId}/capture-links`)).body).toEqual([])
  expect((await company('DELETE', `/api/capture-links/${linkId}`)).status).toBe(200)
})

test('a link ends with its task, with the account that made it, and after fourteen days', async () => {
  const { company, admin, acme, other, taskId, token, visitor, clock } = await aTeam()
  const elsewhere = await aLink(company, other)
  const works = async (secret: string) => (await aPhone(visitor, secret)('GET', '/api/capture')).status
  expect([await works(token), await works(elsewhere.token), await works('A'.repeat(43))]).toEqual([200, 200, 401])

  await admin('DELETE', `/api/tasks/${taskId}`)
  expect([await works(token), await works(elsewhere.token)]).toEqual([401, 200])
  await admin('PATCH', `/api/admin/companies/${acme.companyId}`, { disabled: true })
  expect(await works(elsewhere.token)).toBe(401)
  await admin('PATCH', `/api/admin/companies/${acme.companyId}`, { disabled: false })
  expect(await works(elsewhere.token)).toBe(200)
  clock.advance(days(14))

  expect(await works(elsewhere.token)).toBe(401)
})

test('a link ends when its task closes, and a closed or unopened task gets none', async () => {
  const { company, phone, taskId, other, db, clock } = await aTeam()
  const kim = phone()
  await db
    .update(tasks)
    .set({ closesAt: after(clock.now(), hours(1)) })
    .where(eq(tasks.id, taskId ?? ''))
  await db
    .update(tasks)
    .set({ opensAt: after(clock.now(), hours(2)) })
    .where(eq(tasks.id, other ?? ''))
  const create = (id: string | undefined) => company('POST', `/api/tasks/${id}/capture-links`)
  expect((await askAsGuest(kim, await aPicture())).status).toBe(201)
  expect(await create(other)).toMatchObject({ status: 404, body: { code: 'task-gone' } })

  clock.advance(hours(1))

  expect(await kim('GET', '/api/capture')).toMatchObject(closed)
  expect(await askAsGuest(kim, await aPicture())).toMatchObject(closed)
  expect(await create(taskId)).toMatchObject({ status: 409, body: { code: 'task-closed' } })
})

test('guests send what the proof is made of, checked like every upload, twenty files from a device', async () => {
  const { company, taskId, phone } = await aTeam()
  const [kim, lee] = [phone(), phone()]
  const bytes = await aPicture()

  expect(await askAsGuest(kim, bytes, { contentType: 'video/mp4' })).toMatchObject({
    status: 415,
    body: { message: 'Only JPG and PNG photos can be added here.' },
  })
  expect(await askAsGuest(kim, bytes, { contentType: 'image/gif' })).toMatchObject({ status: 415 })
  expect(await askAsGuest(kim, bytes, { size: 30_485_761 })).toMatchObject({ status: 413 })
  expect(await askAsGuest(kim, bytes, { taskId })).toMatchObject({ status: 400 })
  const disguised = Buffer.from('<script>alert(1)</script>'.repeat(4))
  expect(await send((await askAsGuest(kim, disguised)).body, disguised)).toMatchObject({ status: 415 })
  for (let n = 0; n < 20; n++) expect((await askAsGuest(kim, bytes)).status).toBe(201)

  expect(await askAsGuest(kim, bytes)).toMatchObject({ status: 409, body: { code: 'guest-full' } })
  expect((await askAsGuest(lee, bytes)).status).toBe(201)
  expect(await namesOf(company, taskId)).toEqual([])
})

test('a device and a link may ask so often in an hour', async () => {
  const { phone, clock } = await aTeam()
  const kim = phone()
  const ask = () => askAsGuest(kim, Buffer.alloc(0))
  for (let n = 0; n < 120; n++) expect((await ask()).body.code).toBe('file-empty')

  expect(await ask()).toMatchObject({ status: 429 })
  expect((await askAsGuest(phone(), Buffer.alloc(0))).status).toBe(400)
  clock.advance(hours(1))
  expect((await ask()).status).toBe(400)
})

test('a task has at most ten links that work, and none once its proof is handed in', async () => {
  const { acme, company, taskId, linkId } = await aTeam()
  for (let n = 1; n < 10; n++) await aLink(company, taskId)
  const create = () => company('POST', `/api/tasks/${taskId}/capture-links`)

  expect(await create()).toMatchObject({ status: 409, body: { code: 'too-many-capture-links' } })
  await company('DELETE', `/api/capture-links/${linkId}`)
  expect((await create()).body.url).toMatch(/^http:\/\/week\.test\/\?team=[\w-]{43}$/)
  await company(
    'DELETE',
    `/api/capture-links/${(await company('GET', `/api/tasks/${taskId}/capture-links`)).body[0].id}`,
  )
  await submit(acme, taskId, await collect(company, taskId, 6))

  expect(await create()).toMatchObject({ status: 409, body: { code: 'proof-exists' } })
})

test('a device has to say who it is', async () => {
  const { visitor, token } = await aTeam()

  for (const device of ['', 'short', 'x'.repeat(65), 'spaces are not allowed here'])
    expect(await aPhone(visitor, token, device)('GET', '/api/capture')).toMatchObject({
      status: 400,
      body: { code: 'guest-device' },
    })
})

test('the secret of a link is in no log and in no row, and no page tells its address to another', async () => {
  const { logs, token, phone, visitor, db, company, linkId, platform } = await aTeam({
    environment: { LOG_LEVEL: 'trace' },
  })
  await added(phone())
  platform.files.isNearlyFull = async () => {
    throw new Problem('storage-unavailable')
  }
  expect((await askAsGuest(phone(), await aPicture())).status).toBe(503)
  const page = await visitor('GET', `/?team=${token}`)
  await visitor('GET', `/api/nowhere?team=${token}`)
  await company('DELETE', `/api/capture-links/${linkId}`)
  await phone()('GET', '/api/capture')

  expect(logs.length).toBeGreaterThan(0)
  expect(logs.join('\n')).not.toContain(token)
  expect(JSON.stringify(await contents(db))).not.toContain(token)
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
})
