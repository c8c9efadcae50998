import { aVideo } from '@sports-week/video-metadata/testing'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { uploads } from '#server/features/files/tables.ts'
import { aPicture, uploaded } from '#server/features/files/testing.ts'
import { aLink, aPhone, askAsGuest } from '#server/testing/data/capture.ts'
import { draftOf, whenPrepared } from '#server/testing/data/drafts.ts'
import { handIn, twoCompanies } from '#server/testing/data/same-photos.ts'
import { submit } from '#server/testing/data/submit-proof.ts'

const sentence = 'first.jpg: This photo is already in your proof for “Task 1” of 1 June.'
const refused = {
  status: 400,
  body: { code: 'proof-file', message: sentence, fields: { 'contentUrls.0': sentence } },
}

test('a photo of another proof of the company is refused when it is submitted again, with the task and the day', async () => {
  const { acme, walk, swim } = await twoCompanies()
  const photo = await aPicture()
  expect((await handIn(acme, walk, photo)).status).toBe(201)

  expect(await handIn(acme, swim, photo)).toMatchObject(refused)
})

test('the draft of a task says at the file that another proof has this photo, and does not choose it', async () => {
  const { acme, root: admin, walk, swim } = await twoCompanies()
  const photo = await aPicture()
  const { body: proof } = await handIn(acme, walk, photo)
  const path = await uploaded(acme, photo, { taskId: swim, fileName: 'first.jpg' })
  await whenPrepared(acme, swim)

  expect((await draftOf(acme, swim)).body.files).toMatchObject([
    { path, state: 'refused', reason: sentence, chosen: false },
  ])
  const choosing = await acme('PATCH', `/api/tasks/${swim}/draft`, { choose: [path] })
  expect(choosing).toMatchObject({ status: 200, body: { files: [{ state: 'refused', chosen: false }] } })

  await admin('PATCH', `/api/proofs/${proof.id}/review`, { status: 'rejected' })
  expect((await draftOf(acme, swim)).body.files).toMatchObject([{ path, state: 'ready', reason: null, chosen: true }])
})

test('bytes behind the end of a picture, or other metadata, do not make it another photo', async () => {
  const { acme, walk, swim } = await twoCompanies()
  const photo = await aPicture()
  await handIn(acme, walk, photo)
  const comment = Buffer.from([0xff, 0xfe, 0, 4, 1, 2])

  expect(await handIn(acme, swim, Buffer.concat([photo, Buffer.from('more')]))).toMatchObject(refused)
  const other = Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)])
  expect(await handIn(acme, swim, other)).toMatchObject(refused)
})

test('in one proof a photo with other bytes behind its end is refused as the same file', async () => {
  const { acme, walk } = await twoCompanies()
  const photo = await aPicture()
  const paths = [await uploaded(acme, photo), await uploaded(acme, Buffer.concat([photo, Buffer.from('more')]))]
  for (let n = 2; n < 6; n++) paths.push(await uploaded(acme))

  expect(await submit(acme, walk, paths)).toMatchObject({
    status: 400,
    body: { message: 'run.jpg is the same file as number 1 (run.jpg)' },
  })
})

test('what an older release prepared is compared by its bytes', async () => {
  const { acme, walk, swim, db } = await twoCompanies()
  const photo = await aPicture()
  await handIn(acme, walk, photo)
  await db.update(uploads).set({ pictureSha256: null }).where(eq(uploads.companyId, acme.companyId))

  expect(await handIn(acme, swim, photo)).toMatchObject(refused)
})

test('photos of a rejected proof may be used again, for its task and for another', async () => {
  const { acme, root: admin, walk, swim } = await twoCompanies()
  const [first, second] = [await aPicture(), await aPicture()]
  const reject = (id: string) => admin('PATCH', `/api/proofs/${id}/review`, { status: 'rejected' })
  await reject((await handIn(acme, walk, first)).body.id)
  await reject((await handIn(acme, swim, second)).body.id)

  expect((await handIn(acme, walk, first)).status).toBe(201)
  expect((await handIn(acme, swim, second)).status).toBe(201)
})

test('another company may submit the same photo', async () => {
  const { acme, zorg, walk, swim } = await twoCompanies()
  const photo = await aPicture()
  await handIn(acme, walk, photo)

  expect((await handIn(zorg, walk, photo)).status).toBe(201)
  expect((await handIn(zorg, swim, photo)).status).toBe(400)
})

test('the same video is refused too', async () => {
  const { acme, walk, swim } = await twoCompanies()
  const videos = async () => {
    const paths: string[] = []
    for (let n = 0; n < 6; n++) {
      const bytes = aVideo({ tracks: [{ samples: [`pictures ${n}`] }] })
      paths.push(await uploaded(acme, bytes, { fileName: `${n}.mp4`, contentType: 'video/mp4' }))
    }
    return paths
  }
  expect((await submit(acme, walk, await videos(), 'video')).status).toBe(201)

  expect(await submit(acme, swim, await videos(), 'video')).toMatchObject({
    body: { message: '0.mp4: This video is already in your proof for “Task 1” of 1 June.' },
  })
})

test('a photo that a colleague adds by a team link counts like one of the company', async () => {
  const { acme, visitor, walk, swim } = await twoCompanies()
  const photo = await aPicture()
  await handIn(acme, walk, photo)
  const kim = aPhone(visitor, (await aLink(acme, swim)).token)
  const { body: grant } = await askAsGuest(kim, photo, { fileName: 'first.jpg' })
  await fetch(grant.url, { method: 'PUT', body: new Uint8Array(photo), headers: grant.headers })
  await whenPrepared(acme, swim)

  expect((await draftOf(acme, swim)).body.files).toMatchObject([{ state: 'refused', reason: sentence }])
  expect((await kim('GET', '/api/capture')).body.files).toMatchObject([
    { state: 'refused', reason: 'first.jpg: Your team has used this photo for another task already.' },
  ])
})

test('a fix takes no photo of another proof, and what it replaced may be used again', async () => {
  const { acme, root: admin, walk, swim, ride } = await twoCompanies()
  const [first, second] = [await aPicture(), await aPicture()]
  await handIn(acme, walk, first)
  const { body: proof } = await handIn(acme, swim, second)
  const [{ path }] = proof.files
  const sentBack = { status: 'fix', files: [{ path, reason: 'Too dark or blurred' }] }
  await admin('PATCH', `/api/proofs/${proof.id}/review`, sentBack)
  const fix = (replacement: string) => acme('POST', `/api/proofs/${proof.id}/fixes`, { files: [{ path, replacement }] })

  expect(await fix(await uploaded(acme, first, { fileName: 'first.jpg' }))).toMatchObject({
    status: 400,
    body: { message: sentence },
  })
  expect((await fix(await uploaded(acme))).status).toBe(201)
  expect((await handIn(acme, ride, second)).status).toBe(201)
})
