import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { startWorld } from '#server/testing.ts'
import * as store from '../store.ts'

test('a file thrown away while its bytes are still coming leaves none of them', async () => {
  const { platform, acme: company } = await startWorld({ acme: 'company' })
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
  const { platform, db, acme: company } = await startWorld({ acme: 'company' })
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  const wish = { fileName: 'run.jpg', size: bytes.length, contentType: 'image/jpeg' }
  const { body: grant } = await company('POST', '/api/uploads', wish)
  const { replace } = platform.files
  let replaced = 0
  platform.files.replace = async (...args) => {
    if (args[0] === grant.path) await company('DELETE', `/api/uploads/${grant.path}`)
    await replace(...args)
    replaced++
  }
  await fetch(grant.url, { method: 'PUT', body: new Uint8Array(bytes), headers: grant.headers })
  await eventually(() => replaced === 2, 'the cleaned copy to be put in its place')

  const isGone = async (path: string) => (await platform.files.sizeOf(path)) === undefined
  await eventually(() => isGone(grant.path), 'the cleaned copy to go')
  await eventually(() => isGone(grant.path.replace('proofs', 'thumbnails')), 'its thumbnail to go')
  expect(await store.find(db, grant.path)).toBeUndefined()
})
