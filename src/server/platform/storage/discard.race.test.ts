import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { startServer } from '#server/testing.ts'
import { after, minutes } from '../clock.ts'
import { prepareNext } from './prepare.ts'
import * as store from './store.ts'

test('a file thrown away while its bytes are still coming leaves none of them', async () => {
  const { aCompany, platform } = await startServer()
  const company = await aCompany()
  const bytes = new Uint8Array(1_000)
  bytes.set([0xff, 0xd8, 0xff, 0xe0])
  const wish = { fileName: 'run.jpg', size: bytes.length, contentType: 'image/jpeg' }
  const { body: grant } = await company('POST', '/api/uploads', wish)
  let finish = () => {}
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(bytes.slice(0, 500))
      finish = () => {
        stream.enqueue(bytes.slice(500))
        stream.close()
      }
    },
  })
  const sending = fetch(grant.url, { method: 'PUT', body, headers: grant.headers, duplex: 'half' } as RequestInit)

  await eventually(async () => (await store.find(platform.db, grant.path))?.grantHash === '', 'the bytes to come')
  await company('DELETE', `/api/uploads/${grant.path}`)
  finish()

  expect((await sending).status).toBe(409)
  expect(await platform.files.sizeOf(grant.path)).toBeUndefined()
  expect((await company('GET', '/api/uploads')).body).toEqual([])
})

test('a file thrown away while it is being cleaned leaves no cleaned copy', async () => {
  const { aCompany, platform, db, clock } = await startServer()
  const company = await aCompany()
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  const wish = { fileName: 'run.jpg', size: bytes.length, contentType: 'image/jpeg' }
  const { body: grant } = await company('POST', '/api/uploads', wish)
  await fetch(grant.url, { method: 'PUT', body: new Uint8Array(bytes), headers: grant.headers })
  await eventually(async () => Boolean((await store.find(db, grant.path))?.preparedAt), 'the file to be cleaned')
  // Somebody else's for two minutes: the loop leaves it alone, and whoever comes later may have it.
  const leasedUntil = after(clock.now(), minutes(2))
  await db.transaction((tx) => store.update(tx, [grant.path], { preparedAt: null, leasedUntil }))
  const later = { now: () => after(clock.now(), minutes(3)) }
  const files = {
    ...platform.files,
    async replace(...args: Parameters<typeof platform.files.replace>) {
      if (args[0] === grant.path) await company('DELETE', `/api/uploads/${grant.path}`)
      await platform.files.replace(...args)
    },
  }

  expect(await prepareNext({ ...platform, files, clock: later }, grant.path)).toBe(true)

  expect(await platform.files.sizeOf(grant.path)).toBeUndefined()
  expect(await platform.files.sizeOf(grant.path.replace('proofs', 'thumbnails'))).toBeUndefined()
})
