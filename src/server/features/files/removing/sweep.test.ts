import { existsSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { openDiskStore } from '#server/platform/storage/disk.ts'
import { thumbnailOf } from '#server/platform/storage/file-store.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startWorld } from '#server/testing.ts'
import * as store from '../store.ts'
import { uploads } from '../tables.ts'
import { aPicture, askForGrant, send, uploaded } from '../testing.ts'
import { sweep } from './removal.ts'

async function aSender() {
  const { acme: call, ...server } = await startWorld({ acme: 'company' })
  const there = (path: string) =>
    [path, thumbnailOf(path)].filter((file) => existsSync(join(server.filesFolder, file))).length
  const aCleanFile = async (purpose: 'proof' | 'logo' = 'proof') => {
    const path = await uploaded(call, undefined, { purpose })
    await eventually(async () => Boolean((await store.find(server.db, path))?.preparedAt), 'its cleaning')
    expect(there(path)).toBe(2)
    return path
  }
  const paths = async () => (await server.db.select().from(uploads)).map(({ path }) => path).toSorted()
  return { ...server, call, companyId: call.companyId, there, aCleanFile, paths }
}

test('a file that nobody used goes after 24 hours, and one that is used stays', async () => {
  const { call, companyId, clock, platform, there, aCleanFile, paths } = await aSender()
  const [unused, used] = [await aCleanFile(), await aCleanFile('logo')]
  expect((await call('PATCH', `/api/companies/${companyId}`, { logoUrl: used })).status).toBe(200)
  const { body: never } = await askForGrant(call, await aPicture())

  clock.advance(hours(24))
  await sweep(platform)
  expect(await paths()).toEqual([unused, used, never.path].toSorted())
  expect((await call('GET', '/api/uploads')).body).toMatchObject([{ path: unused }])

  const young = await aCleanFile()
  clock.advance(1)
  await sweep(platform)

  expect(await paths()).toEqual([used, young].toSorted())
  expect([there(unused), there(used), there(young)]).toEqual([0, 2, 2])
})

test('what could not be removed while the files were out of reach is removed later', async () => {
  const { call, companyId, clock, platform, filesFolder, there, aCleanFile, paths } = await aSender()
  const [thrownAway, old, logo] = [await aCleanFile(), await aCleanFile(), await aCleanFile('logo')]
  await call('PATCH', `/api/companies/${companyId}`, { logoUrl: logo })
  renameSync(filesFolder, `${filesFolder}.away`)

  expect((await call('DELETE', `/api/uploads/${thrownAway}`)).status).toBe(200)
  expect((await call('PATCH', `/api/companies/${companyId}`, { logoUrl: '' })).status).toBe(200)
  clock.advance(hours(24) + 1)
  await expect(sweep(platform)).rejects.toThrow('storage-unavailable')
  renameSync(`${filesFolder}.away`, filesFolder)
  expect([there(thrownAway), there(old), there(logo)]).toEqual([2, 2, 2])
  expect((await call('GET', '/api/uploads')).body).toEqual([])
  for (const path of [thrownAway, old, logo]) expect((await call('GET', `/api/files/${path}`)).status).toBe(404)

  await sweep(platform)

  expect([there(thrownAway), there(old), there(logo)]).toEqual([0, 0, 0])
  expect(await paths()).toEqual([])
})

test('a file thrown away while it is being cleaned does not come back', async () => {
  const { call, platform, there, db } = await aSender()
  const { replace } = platform.files
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let cleaning = 0
  platform.files.replace = async (...file) => {
    cleaning++
    await gate
    await replace(...file)
  }
  const path = await uploaded(call)
  await eventually(() => cleaning > 0, 'its cleaning to begin')

  expect((await call('DELETE', `/api/uploads/${path}`)).status).toBe(200)
  expect(there(path)).toBe(0)
  goOn()

  await eventually(() => cleaning === 2, 'its cleaning to end')
  await eventually(() => there(path) === 0, 'it to be gone again')
  expect(await db.$count(uploads)).toBe(0)
})

test('one file that cannot be cleaned does not keep the others waiting', async () => {
  const { call, platform, db } = await aSender()
  const { localCopyOf } = platform.files
  let lost = ''
  platform.files.localCopyOf = async (path, into) => {
    lost ||= path
    if (path === lost) throw new Error('these bytes cannot be read')
    return localCopyOf(path, into)
  }
  const first = await uploaded(call)
  await eventually(() => lost === first, 'the first to fail')
  const second = await uploaded(call)
  await eventually(async () => Boolean((await store.find(db, second))?.preparedAt), 'the second to be cleaned')

  lost = 'none'
  const isClean = async () => Boolean((await store.find(db, first))?.preparedAt)
  await eventually(isClean, 'the first to be cleaned at last')
})

test('a command beside the server leaves files alone that are still arriving', async () => {
  const { call, filesFolder, platform, db } = await aSender()
  const picture = await aPicture()
  const { body: grant } = await askForGrant(call, picture)
  let finish = () => {}
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new Uint8Array(picture.subarray(0, 100)))
      finish = () => {
        stream.enqueue(new Uint8Array(picture.subarray(100)))
        stream.close()
      }
    },
  })
  const sending = fetch(grant.url, { method: 'PUT', body, headers: grant.headers, duplex: 'half' } as RequestInit)
  await eventually(async () => (await store.find(db, grant.path))?.grantHash === '', 'the bytes to come')
  const old = join(filesFolder, 'arriving', 'left-by-a-crash')
  writeFileSync(old, 'half a picture')
  utimesSync(old, new Date(), new Date(Date.now() - minutes(11)))

  await openDiskStore(filesFolder)
  await sweep(platform)
  finish()

  expect((await sending).status).toBe(201)
  expect(existsSync(old)).toBe(false)
})

test('a company has room for five gibibytes', async () => {
  const { call, db, clock, companyId } = await aSender()
  const picture = await aPicture()
  const { body: grant } = await askForGrant(call, picture)
  await send(grant, picture)
  await db
    .update(uploads)
    .set({ size: 5 * 1024 ** 3 - 1_000, createdAt: clock.now() })
    .where(eq(uploads.companyId, companyId))

  expect(await askForGrant(call, picture, { size: 1_001 })).toMatchObject({
    status: 507,
    body: { code: 'quota-full', message: 'Your company has used all its room for files. Please tell the organisers.' },
  })
  expect(await askForGrant(call, picture, { size: 1_000 })).toMatchObject({ status: 201 })
  expect(await askForGrant(call, picture, { size: 1 })).toMatchObject({ status: 507 })
})
