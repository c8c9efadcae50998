import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aLink, aPhone } from '#server/testing/data/capture.ts'
import { filesOf } from '#server/testing/data/drafts.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServer, startWorld } from '#server/testing.ts'
import { sweep } from '../removing/removal.ts'
import { uploads } from '../tables.ts'
import { aPicture } from '../testing.ts'
import { begin, beginPiece, createUpload, cutInTheMiddle, head, patch, speaksTus, withNoise } from './testing.ts'

async function aSender() {
  const { acme: call, ...server } = await startWorld({ acme: 'company' })
  const parts = () => readdirSync(join(server.filesFolder, 'parts'))
  return { ...server, call, parts }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a client is told what is spoken here', async () => {
  const { visitor } = await aSender()

  const { status, headers } = await visitor('OPTIONS', '/api/uploads/tus')

  expect(status).toBe(204)
  expect(Object.fromEntries(headers)).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,expiration,termination',
    'tus-max-size': '30485760',
  })
})

test('a file that is cut twice goes on where it was, and is prepared like any other', async () => {
  const { call, visitor, ...place } = await aSender()
  const bytes = withNoise(await aPicture(), 900_000)
  const created = await createUpload(call, bytes.length, { filename: 'long run é.jpg' })
  const url = created.headers.get('location') ?? ''
  expect(created).toMatchObject({ status: 201, body: { path: expect.stringMatching(/^proofs\//) } })
  expect(created.headers.get('upload-expires')).toBe('Tue, 02 Jun 2026 12:00:00 GMT')
  expect(await head(url)).toEqual({ status: 200, offset: 0 })

  await cutInTheMiddle(place, url, 0, bytes.subarray(0, 300_000), bytes.length)
  expect(await head(url)).toEqual({ status: 200, offset: 300_000 })
  expect(await patch(url, 300_000, bytes.subarray(300_000, 500_000))).toMatchObject({ status: 204, offset: 500_000 })
  await cutInTheMiddle(place, url, 500_000, bytes.subarray(500_000, 500_001), 400_000)
  expect(await head(url)).toEqual({ status: 200, offset: 500_001 })
  expect((await call('GET', '/api/uploads')).body).toEqual([])
  expect(await patch(url, 500_001, bytes.subarray(500_001))).toMatchObject({ status: 204, offset: bytes.length })

  const waiting = async () => (await call('GET', '/api/uploads')).body[0]
  await eventually(async () => (await waiting()).state === 'ready', 'its preparation')
  expect(await waiting()).toMatchObject({
    path: created.body.path,
    fileName: 'long run é.jpg',
    size: bytes.length,
    sha256: sha256(bytes),
  })
  // Whoever lost the last answer hears that it is all there.
  expect(await head(url)).toEqual({ status: 200, offset: bytes.length })
  expect((await visitor('GET', new URL(url).pathname + new URL(url).search)).body).toMatchObject({ expiresAt: null })
})

test('a piece at another place, of another kind, in another language or beyond the end is refused', async () => {
  const { call, visitor } = await aSender()
  const bytes = await aPicture()
  const url = await begin(call, bytes.length)
  const address = new URL(url).pathname + new URL(url).search
  await patch(url, 0, bytes.subarray(0, 100))

  expect(await patch(url, 0, bytes)).toMatchObject({ status: 409, code: 'upload-offset' })
  expect(await patch(url, 101, bytes.subarray(101))).toMatchObject({ status: 409, code: 'upload-offset' })
  expect(await patch(url, 100, bytes)).toMatchObject({ status: 413, code: 'file-too-large' })
  for (const offset of ['-1', '1e3', '', 'x'])
    expect(await patch(url, 0, bytes, { 'upload-offset': offset })).toMatchObject({ status: 400 })
  expect(await patch(url, 100, bytes, { 'content-type': 'image/jpeg' })).toMatchObject({ status: 415 })
  expect(await patch(url, 100, bytes, { 'tus-resumable': '0.2.2' })).toMatchObject({ status: 412, code: 'tus-version' })
  expect((await visitor('HEAD', address, undefined, { headers: { 'tus-resumable': '2.0.0' } })).status).toBe(412)
  for (const other of [url.replace(/grant=.*/, ''), `${url}x`, url.replace(/[0-9a-f]{32}/, '0'.repeat(32))]) {
    expect((await head(other)).status).toBe(404)
    expect((await patch(other, 100, bytes.subarray(100))).status).toBe(404)
  }
  // The secret of one way opens no other.
  expect((await fetch(url.replace('/tus/', '/'), { method: 'PUT', body: new Uint8Array(bytes) })).status).toBe(409)
  expect(await head(url)).toEqual({ status: 200, offset: 100 })
})

test('what is asked for is checked as for a file that is sent as a whole', async () => {
  const { call, visitor, anAdmin, db, parts } = await aSender()
  const refused: [Record<string, string | undefined>, number, number][] = [
    [{}, 0, 400],
    [{}, 30_485_761, 413],
    [{ filetype: 'image/gif' }, 10, 415],
    [{ filename: '' }, 10, 400],
    [{ purpose: 'film' }, 10, 400],
    [{ taskId: '6f1c8b3e-1111-4a4a-8b8b-000000000000' }, 10, 404],
    [{ position: 'first', taskId: '6f1c8b3e-1111-4a4a-8b8b-000000000000' }, 10, 400],
  ]
  for (const [metadata, size, status] of refused)
    expect([metadata, (await createUpload(call, size, metadata)).status]).toEqual([metadata, status])
  const later = { ...speaksTus, 'upload-defer-length': '1' }
  expect((await call('POST', '/api/uploads/tus', undefined, { headers: later })).status).toBe(400)
  expect((await call('POST', '/api/uploads/tus')).status).toBe(412)
  expect((await createUpload(visitor, 10)).status).toBe(401)
  expect((await createUpload(await anAdmin(), 10)).status).toBe(403)
  expect(await db.$count(uploads)).toBe(0)
  expect(parts()).toEqual([])
})

test('what turns out to be something else is refused at its end, and nothing of it stays', async () => {
  const { call, db, parts } = await aSender()
  const bytes = Buffer.from('<html><script>alert(1)</script>')
  const url = await begin(call, bytes.length)

  expect(await patch(url, 0, bytes)).toMatchObject({ status: 415, code: 'file-type' })

  expect(await db.$count(uploads)).toBe(0)
  expect(parts()).toEqual([])
  expect((await head(url)).status).toBe(404)
})

test('an upload can be given up, is swept after a day, and a deleted one takes no more bytes', async () => {
  const { call, db, parts, platform, clock } = await aSender()
  const bytes = await aPicture()
  const [first, second] = [await begin(call, bytes.length), await begin(call, bytes.length)]
  for (const url of [first, second]) await patch(url, 0, bytes.subarray(0, 50))
  expect(parts()).toHaveLength(2)

  const ended = await fetch(first, { method: 'DELETE', headers: speaksTus })
  expect(ended.status).toBe(204)
  expect((await fetch(first, { method: 'DELETE', headers: speaksTus })).status).toBe(404)
  expect((await patch(first, 50, bytes.subarray(50))).status).toBe(404)
  expect(parts()).toHaveLength(1)

  clock.advance(hours(24))
  expect((await head(second)).status).toBe(404)
  clock.advance(1)
  await sweep(platform)
  expect(parts()).toEqual([])
  expect(await db.$count(uploads)).toBe(0)
})

test('a guest of a team link sends in pieces too, until the link is revoked', async () => {
  const { acme: call, taskId, ...server } = await startWorld({ acme: 'company', taskId: 'task' })
  const link = await aLink(call, taskId)
  const phone = aPhone(server.visitor, link.token)
  const bytes = await aPicture()
  const own = '/api/capture/uploads/tus'

  expect((await createUpload(server.visitor, bytes.length, {}, own)).status).toBe(401)
  expect((await createUpload(phone, bytes.length, { filetype: 'video/mp4' }, own)).status).toBe(415)
  const [whole, half] = [await begin(phone, bytes.length, {}, own), await begin(phone, bytes.length, {}, own)]
  await patch(whole, 0, bytes.subarray(0, 99))
  expect((await patch(whole, 99, bytes.subarray(99))).status).toBe(204)
  expect((await phone('GET', '/api/capture')).body.files).toHaveLength(1)
  expect(await filesOf(call, taskId)).toMatchObject([{ fileName: 'run.jpg' }])

  await patch(half, 0, bytes.subarray(0, 99))
  expect((await call('DELETE', `/api/capture-links/${link.id}`)).status).toBe(200)
  expect((await patch(half, 99, bytes.subarray(99))).status).toBe(404)
  expect(await filesOf(call, taskId)).toHaveLength(1)
})

test('a reset password ends a piece under way, and nothing of the file stays', async () => {
  const { acme, root, ...server } = await startWorld({ acme: 'company', root: 'admin' })
  const other = await startServer({ beside: server })
  const parts = () => readdirSync(join(server.filesFolder, 'parts'))
  const bytes = withNoise(await aPicture(), 200_000)
  const url = await begin(acme, bytes.length)
  const piece = beginPiece(url, 0, bytes.subarray(0, 100_000), bytes.length)
  await piece.sent

  const elsewhere = other.caller(root.cookie)
  await elsewhere('PATCH', `/api/admin/companies/${acme.companyId}/password`, { password: 'Trade-wind-77' })

  await eventually(() => piece.status() > 0, 'an answer')
  expect([401, 404]).toContain(piece.status())
  await eventually(async () => parts().length === 0 && (await server.db.$count(uploads)) === 0, 'the bytes to go')
  expect((await head(url)).status).toBe(404)
})

test('a piece that stands still is ended, and what came of it is kept', async () => {
  const { acme: call } = await startWorld({ acme: 'company' }, { limits: { stalledUpload: 300 } })
  const bytes = await aPicture()
  const url = await begin(call, bytes.length)
  const piece = beginPiece(url, 0, bytes.subarray(0, 120), bytes.length)

  await piece.closed

  expect(piece.status()).toBe(408)
  expect(await head(url)).toEqual({ status: 200, offset: 120 })
})
