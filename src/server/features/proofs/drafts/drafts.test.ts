import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { uploads } from '#server/features/files/tables.ts'
import { aPicture, askForGrant, uploaded } from '#server/features/files/testing.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import { hours } from '#server/platform/clock.ts'
import { chosenOf, collect, draftOf, filesOf, namesOf, whenPrepared } from '#server/testing/data/drafts.ts'
import { submit } from '#server/testing/data/submit-proof.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { startServer } from '#server/testing.ts'
import { someTasks } from '../testing.ts'

async function aTeam() {
  const server = await startServer()
  const [acme, zorg] = [await server.aCompany(), await server.aCompany('zorg')]
  const [taskId, other] = await someTasks(server, 2)
  const change = (body: unknown) => acme('PATCH', `/api/tasks/${taskId}/draft`, body)
  return { ...server, acme, company: acme, zorg, taskId, other, change }
}

test('a draft belongs to company and task: every device of the company sees the same files in the same order', async () => {
  const { acme, company, zorg, taskId, other } = await aTeam()
  const phone = await acme.enter()

  await uploaded(company, undefined, { taskId, position: 2, fileName: 'second.jpg' })
  await uploaded(phone, undefined, { taskId, position: 1, fileName: 'first.jpg' })
  await uploaded(phone, undefined, { taskId, fileName: 'last.jpg' })
  await uploaded(company, undefined, { fileName: 'for no task.jpg' })
  await whenPrepared(company, taskId)

  expect(await draftOf(phone, taskId)).toMatchObject({
    status: 200,
    body: {
      taskId,
      contentType: 'image',
      endsAt: '2026-06-02T12:00:00.000Z',
      files: [
        { fileName: 'first.jpg', state: 'ready', chosen: true, thumbnailUrl: expect.stringMatching(/thumbnails/) },
        { fileName: 'second.jpg', sha256: expect.stringMatching(/^[0-9a-f]{64}$/), chosen: true },
        { fileName: 'last.jpg', position: 3 },
      ],
    },
  })
  expect((await draftOf(company, taskId)).body).toEqual((await draftOf(phone, taskId)).body)
  expect(await namesOf(company, other)).toEqual([])
  expect((await draftOf(zorg, taskId)).body).toEqual({ taskId, contentType: 'image', files: [], endsAt: null })
})

test('what cannot be used stays in the draft with its reason, is not chosen, and the company’s screens are told', async () => {
  const { acme, base, company, taskId } = await aTeam()
  const stream = await openStream(base, acme.cookie)

  await uploaded(company, (await aPicture()).subarray(0, 200), { taskId, fileName: 'cut.jpg' })
  await whenPrepared(company, taskId)

  expect(await filesOf(company, taskId)).toMatchObject([
    { state: 'refused', chosen: false, reason: expect.stringMatching(/^cut\.jpg/) },
  ])
  await stream.heard('uploads')
})

test('more than ten are collected: the first ten are chosen until someone decides, and what is out stays out', async () => {
  const { company, taskId, change } = await aTeam()
  const paths = await collect(company, taskId, 12)
  expect(await chosenOf(company, taskId)).toEqual(Array.from({ length: 10 }, (_, n) => `${n + 1}.jpg`))

  expect(await change({ choose: [paths[11]] })).toMatchObject({ status: 409, body: { code: 'too-many-chosen' } })
  expect(await change({ leaveOut: [paths[1], paths[2]], choose: [paths[11]] })).toMatchObject({ status: 200 })

  const others = ['4.jpg', '5.jpg', '6.jpg', '7.jpg', '8.jpg', '9.jpg', '10.jpg']
  expect(await chosenOf(company, taskId)).toEqual(['1.jpg', ...others, '12.jpg'])
  expect(await namesOf(company, taskId)).toHaveLength(12)
  await collect(company, taskId, 2, 13)
  expect(await chosenOf(company, taskId)).toEqual(['1.jpg', ...others, '12.jpg', '13.jpg'])
})

test('the same bytes are chosen once', async () => {
  const { company, taskId } = await aTeam()
  const bytes = await aPicture()
  await uploaded(company, bytes, { taskId, fileName: 'first.jpg' })
  await uploaded(company, bytes, { taskId, fileName: 'again.jpg' })
  await whenPrepared(company, taskId)

  expect(await chosenOf(company, taskId)).toEqual(['first.jpg'])
})

test('a company learns for which tasks it has collected something', async () => {
  const { company, zorg, taskId, other } = await aTeam()
  await collect(company, taskId, 2)
  await company('PATCH', `/api/tasks/${other}/draft`, { contentType: 'video' })

  expect((await company('GET', '/api/drafts')).body).toEqual([{ taskId, files: 2, endsAt: '2026-06-02T12:00:00.000Z' }])
  expect((await zorg('GET', '/api/drafts')).body).toEqual([])
})

test('a file is moved in front of another or to the end, and its neighbours keep their order', async () => {
  const { company, taskId, change } = await aTeam()
  const [first, second, , fourth] = await collect(company, taskId, 4)

  await change({ move: { path: fourth, before: first } })
  expect(await namesOf(company, taskId)).toEqual(['4.jpg', '1.jpg', '2.jpg', '3.jpg'])
  await change({ move: { path: first, before: null } })
  expect(await namesOf(company, taskId)).toEqual(['4.jpg', '2.jpg', '3.jpg', '1.jpg'])
  await change({ move: { path: second, before: second } })
  expect(await namesOf(company, taskId)).toEqual(['4.jpg', '2.jpg', '3.jpg', '1.jpg'])
})

test('a removed file is gone; removing it again is no error, but using it is', async () => {
  const { company, taskId, change, db } = await aTeam()
  const [first, second] = await collect(company, taskId, 2)

  expect(await change({ remove: [first] })).toMatchObject({ status: 200, body: { files: [{ path: second }] } })
  expect(await change({ remove: [first] })).toMatchObject({ status: 200, body: { files: [{ path: second }] } })

  const gone = { status: 409, body: { code: 'draft-file-gone' } }
  expect(await change({ choose: [first] })).toMatchObject(gone)
  expect(await change({ move: { path: second, before: first } })).toMatchObject(gone)
  expect(await db.select({ path: uploads.path }).from(uploads)).toEqual([{ path: second }])
})

test('an unused file is put into the draft of another task; a foreign or used one is not', async () => {
  const { company, zorg, other, change } = await aTeam()
  const [unused, foreign] = [await uploaded(company, undefined, { taskId: other }), await uploaded(zorg)]

  expect(await change({ add: [unused] })).toMatchObject({ status: 200, body: { files: [{ path: unused }] } })

  expect(await filesOf(company, other)).toEqual([])
  expect(await change({ add: [foreign] })).toMatchObject({ status: 409, body: { code: 'draft-file-gone' } })
  expect((await zorg('GET', '/api/uploads')).body).toMatchObject([{ path: foreign, taskId: null }])
})

test('photos and videos of one draft never mix: the other kind waits', async () => {
  const { company, taskId, change } = await aTeam()
  await collect(company, taskId, 2)

  expect(await change({ contentType: 'video' })).toMatchObject({ body: { contentType: 'video' } })
  expect(await chosenOf(company, taskId)).toEqual([])
  expect(await namesOf(company, taskId)).toHaveLength(2)
  await change({ contentType: 'image' })

  expect(await chosenOf(company, taskId)).toEqual(['1.jpg', '2.jpg'])
})

test('a draft takes sixty files', async () => {
  const { company, taskId, db } = await aTeam()
  const [path] = await collect(company, taskId, 1)
  await db.execute(
    sql`with more as (insert into uploads (path, company_id, task_id, purpose, file_name, type, size, state, grant_hash, grant_expires_at, created_at)
       select 'proofs/' || n, company_id, task_id, purpose, file_name, type, size, state, '', grant_expires_at, created_at
       from uploads, generate_series(1, 58) n where path = ${path} returning path)
     insert into proof_draft_files (path, draft_id, position, added_at)
       select more.path, draft_id, 5, added_at from more, proof_draft_files f where f.path = ${path}`,
  )
  const picture = await aPicture()

  expect((await askForGrant(company, picture, { taskId })).status).toBe(201)
  expect(await askForGrant(company, picture, { taskId })).toMatchObject({ status: 409, body: { code: 'draft-full' } })
})

test('a proof is made of the chosen files; what is left stays in the draft for another day', async () => {
  const { acme, company, taskId, clock } = await aTeam()
  const paths = await collect(company, taskId, 8)
  clock.advance(hours(1))

  expect((await submit(acme, taskId, paths.slice(0, 6).reverse())).status).toBe(201)

  expect(await draftOf(company, taskId)).toMatchObject({
    body: { endsAt: '2026-06-02T13:00:00.000Z', files: [{ fileName: '7.jpg' }, { fileName: '8.jpg' }] },
  })
})

test('a task that does not exist or is no longer offered has no draft, unless its proof was rejected', async () => {
  const { company, taskId, db, clock } = await aTeam()
  const gone = { status: 404, body: { code: 'task-gone' } }
  expect(await draftOf(company, randomUUID())).toMatchObject(gone)
  expect(await askForGrant(company, await aPicture(), { taskId: randomUUID() })).toMatchObject(gone)

  await db.update(tasks).set({ archivedAt: clock.now() })

  expect(await draftOf(company, taskId)).toMatchObject(gone)
  expect(await company('PATCH', `/api/tasks/${taskId}/draft`, {})).toMatchObject(gone)
  expect(await askForGrant(company, await aPicture(), { taskId })).toMatchObject(gone)
})

test('the same bytes twice in one proof are refused, and the sentence names both', async () => {
  const { acme, company, taskId } = await aTeam()
  const bytes = await aPicture()
  const contentUrls = [await uploaded(company, bytes, { fileName: 'first.jpg' })]
  for (let n = 0; n < 4; n++) contentUrls.push(await uploaded(company))
  contentUrls.push(await uploaded(company, bytes, { fileName: 'again.jpg' }))

  const refused = await submit(acme, taskId, contentUrls)

  const sentence = 'again.jpg is the same file as number 1 (first.jpg)'
  expect(refused).toMatchObject({ status: 400, body: { message: sentence, fields: { 'contentUrls.5': sentence } } })
  expect((await company('GET', '/api/uploads')).body).toHaveLength(6)
  const mended = [...contentUrls.slice(0, 5), await uploaded(company)]
  expect(await submit(acme, taskId, mended)).toMatchObject({ status: 201 })
})
