import { expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { startServer } from '#server/testing.ts'
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
