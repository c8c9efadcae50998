import { Upload, type UploadOptions } from 'tus-js-client'
import { expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { startWorld } from '#server/testing.ts'
import { aPicture } from '../testing.ts'
import { withNoise } from './testing.ts'

async function aSender() {
  const { acme: call, ...server } = await startWorld({ acme: 'company' })
  const bytes = withNoise(await aPicture(), 900_000)
  const options: UploadOptions = {
    endpoint: `${server.base}/api/uploads/tus`,
    headers: { Cookie: call.cookie },
    metadata: { filename: 'long run é.jpg', filetype: 'image/jpeg' },
    retryDelays: null,
  }
  const states = async () => (await call('GET', '/api/uploads')).body.map(({ state }: { state: string }) => state)
  return { call, bytes, options, isReady: async () => (await states()).join() === 'ready' }
}

/** Resolves at the end of the upload, or where it was aborted. */
const send = (bytes: Buffer, options: UploadOptions, abortAt = Number.POSITIVE_INFINITY) =>
  new Promise<Upload>((resolve, reject) => {
    const upload = new Upload(bytes, {
      ...options,
      onError: reject,
      onSuccess: () => resolve(upload),
      onChunkComplete: (_, accepted) => {
        if (accepted >= abortAt) void upload.abort().then(() => resolve(upload), reject)
      },
    })
    upload.start()
  })

test('the usual client of tus sends a file in one piece', async () => {
  const { bytes, options, isReady } = await aSender()

  await send(bytes, options)

  await eventually(isReady, 'its preparation')
})

test('the usual client of tus goes on where it was aborted, and gives an upload up', async () => {
  const { call, bytes, options, isReady } = await aSender()
  const pieces = { ...options, chunkSize: 250_000 }
  const aborted = await send(bytes, pieces, 500_000)
  expect((await call('GET', '/api/uploads')).body).toEqual([])

  const offsets: number[] = []
  await send(bytes, {
    ...pieces,
    uploadUrl: aborted.url,
    onBeforeRequest: (request) => {
      if (request.getMethod() === 'PATCH') offsets.push(Number(request.getHeader('Upload-Offset')))
    },
  })
  await eventually(isReady, 'its preparation')
  expect(offsets).toEqual([500_000, 750_000])

  const given = await send(bytes, pieces, 250_000)
  await given.abort(true)
  expect((await fetch(given.url ?? '', { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })).status).toBe(404)
})
