import { connect } from 'node:net'
import { aVideo } from '@sports-week/video-metadata/testing'
import { expect, test } from 'vitest'
import { purposes } from '#contract/files/endpoints.ts'
import { minutes } from '#server/platform/clock.ts'
import { eventually } from '#server/testing/eventually.ts'
import { plain, sendRaw } from '#server/testing/network/raw.ts'
import { startServer, startWorld } from '#server/testing.ts'
import { aPicture, askForGrant, keptFiles, nothingIsLeft, send, uploaded } from './testing.ts'

const { maxBytes } = purposes.proof

async function aSender() {
  const { acme: call, ...server } = await startWorld({ acme: 'company' })
  return { ...server, server, call, companyId: call.companyId }
}

/** A real video of exactly so many bytes. */
function aFilmOf(size: number): Buffer {
  const empty = aVideo({ tracks: [{ samples: ['x'] }] }).length - 1
  return aVideo({ tracks: [{ samples: ['x'.repeat(size - empty)] }] })
}

/** Without a length in front: the size shows only at the end. */
function sendInPieces(url: string, bytes: Buffer, type = 'image/jpeg') {
  let at = 0
  const body = new ReadableStream({
    pull(stream) {
      if (at >= bytes.length) return stream.close()
      stream.enqueue(new Uint8Array(bytes.subarray(at, at + 65_536)))
      at += 65_536
    },
  })
  const init = { method: 'PUT', body, headers: { 'content-type': type }, duplex: 'half' }
  return fetch(url, init as RequestInit).then(async (reply) => ({ status: reply.status, body: await reply.json() }))
}

test('the limit is 30485760 bytes: a video of that size is taken and comes back whole', async () => {
  const { call } = await aSender()
  expect(maxBytes).toBe(30_485_760)
  const video = aFilmOf(maxBytes)
  expect(video.length).toBe(30_485_760)

  const path = await uploaded(call, video, { fileName: 'run.mp4', contentType: 'video/mp4' })

  expect((await call('GET', '/api/uploads')).body).toMatchObject([
    { path, fileName: 'run.mp4', size: 30_485_760, type: 'video/mp4' },
  ])
  await eventually(async () => (await call('HEAD', `/api/files/${path}`)).status === 200, 'its cleaning')
  const file = await call('GET', `/api/files/${path}`)
  expect(file.headers.get('content-length')).toBe('30485760')
  expect(file.text.length).toBe(30_485_760)
})

test('one byte more is refused, when it is asked for and when it is sent', async () => {
  const { call, server } = await aSender()
  const tooLarge = aFilmOf(maxBytes + 1)
  const wish = { fileName: 'run.mp4', contentType: 'video/mp4' }

  const asked = await askForGrant(call, tooLarge, wish)
  const { body: grant } = await askForGrant(call, tooLarge, { ...wish, size: maxBytes })
  const sent = await send(grant, tooLarge)
  const { body: another } = await askForGrant(call, tooLarge, { ...wish, size: maxBytes })
  const inPieces = await sendInPieces(another.url, tooLarge, 'video/mp4')

  const refusal = { status: 413, body: { code: 'file-too-large', message: 'This file is larger than allowed.' } }
  expect(asked).toMatchObject(refusal)
  expect(sent).toMatchObject(refusal)
  expect(inPieces).toMatchObject(refusal)
  await nothingIsLeft(server)
})

test('an empty file is refused', async () => {
  const { call, server } = await aSender()

  expect(await askForGrant(call, Buffer.alloc(0))).toMatchObject({
    status: 400,
    body: { code: 'file-empty', message: 'This file is empty.' },
  })
  const { body: grant } = await askForGrant(call, await aPicture())
  expect(await send(grant, Buffer.alloc(0))).toMatchObject({ status: 400, body: { code: 'file-cut' } })
  await nothingIsLeft(server)
})

test('more or fewer bytes than were granted are refused, with and without a length in front', async () => {
  const { call, server } = await aSender()
  const picture = await aPicture()
  const more = Buffer.concat([picture, Buffer.alloc(1)])
  const fewer = picture.subarray(0, -1)

  for (const sending of [send, (grant: { url: string }, bytes: Buffer) => sendInPieces(grant.url, bytes)]) {
    const grants = [await askForGrant(call, picture), await askForGrant(call, picture)]
    expect(await sending(grants[0]?.body, more)).toMatchObject({ status: 413, body: { code: 'file-too-large' } })
    expect(await sending(grants[1]?.body, fewer)).toMatchObject({ status: 400, body: { code: 'file-cut' } })
  }
  const { body: grant } = await askForGrant(call, picture)
  const endless = Buffer.concat([picture, Buffer.alloc(20_000_000)])
  expect(await sendInPieces(grant.url, endless)).toMatchObject({ status: 413, body: { code: 'file-too-large' } })
  await nothingIsLeft(server)
})

test('an upload that breaks off leaves nothing behind, and can be started again', async () => {
  const { call, base, server } = await aSender()
  const picture = await aPicture()
  const { body: grant } = await askForGrant(call, picture)
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  const { pathname, search } = new URL(grant.url)
  const head = [`PUT ${pathname}${search} HTTP/1.1`, 'host: week.test', 'content-type: image/jpeg']
  socket.write(`${head.join('\r\n')}\r\ncontent-length: ${picture.length}\r\n\r\n`)
  socket.write(picture.subarray(0, 100))
  await eventually(() => keptFiles(server).length === 1, 'the first bytes to arrive')

  socket.destroy()

  await nothingIsLeft(server)
  expect(await send(grant, picture)).toMatchObject({ status: 409, body: { code: 'grant-spent' } })
  const path = await uploaded(call, picture)
  expect((await call('GET', '/api/uploads')).body).toMatchObject([{ path }])
})

test('a grant works once, for a quarter of an hour, and only with its secret', async () => {
  const { call, clock } = await aSender()
  const picture = await aPicture()
  const spent = {
    status: 409,
    body: { code: 'grant-spent', message: 'This upload is no longer allowed. Please start it again.' },
  }

  const { body: grant } = await askForGrant(call, picture)
  const secretless = grant.url.split('?')[0]
  for (const url of [
    secretless,
    `${secretless}?grant=`,
    `${secretless}?grant=${'A'.repeat(43)}`,
    `${grant.url}&grant=x`,
  ]) {
    expect(await send({ ...grant, url }, picture)).toMatchObject(spent)
  }
  expect(await send(grant, picture)).toMatchObject({ status: 201, body: { path: grant.path } })
  expect(await send(grant, await aPicture())).toMatchObject(spent)
  const { body: late } = await askForGrant(call, picture)
  clock.advance(minutes(15))
  expect(await send(late, picture)).toMatchObject(spent)

  expect((await call('GET', '/api/uploads')).body).toMatchObject([{ path: grant.path, size: picture.length }])
})

test('a made-up grant without a body is refused like any other', async () => {
  const { visitor } = await startServer()

  const reply = await visitor('PUT', `/api/uploads/proofs/${'0'.repeat(32)}.jpg?grant=made-up`)

  expect(reply).toMatchObject({ status: 409, body: { code: 'grant-spent' } })
})

test('what is neither JPG, PNG, MP4 nor MOV is refused, by what it is called and by what it is', async () => {
  const { call, server } = await aSender()
  const refusal = {
    status: 415,
    body: { code: 'file-type', message: 'Only JPG, PNG, MP4 and MOV files can be used.' },
  }
  const picture = await aPicture()
  for (const contentType of ['image/heic', 'image/gif', 'image/svg+xml', 'text/html', 'video/webm', 'image', '']) {
    expect(await askForGrant(call, picture, { contentType })).toMatchObject(refusal)
  }

  const disguised: [string, Buffer][] = [
    ['image/jpeg', Buffer.from('<html><script>alert(1)</script>')],
    ['image/png', picture],
    ['video/mp4', aVideo({ brand: 'qt  ' })],
    ['video/quicktime', aVideo({ brand: 'heic' })],
  ]
  for (const [contentType, bytes] of disguised) {
    const { body: grant } = await askForGrant(call, bytes, { contentType })
    expect([contentType, await send(grant, bytes)]).toMatchObject([contentType, refusal])
  }
  await nothingIsLeft(server)
})

test('after a refusal in the middle of a file the connection can be used again', async () => {
  const { call, base } = await aSender()
  const picture = await aPicture()
  const { body: grant } = await askForGrant(call, picture)
  const { pathname, search } = new URL(grant.url)
  const head = [`PUT ${pathname}${search} HTTP/1.1`, 'host: week.test', 'content-type: image/jpeg']
  const piece = Buffer.concat([
    Buffer.from('100000\r\n'),
    picture,
    Buffer.alloc(0x100000 - picture.length),
    Buffer.from('\r\n'),
  ])
  const upload = [Buffer.from(`${head.join('\r\n')}\r\ntransfer-encoding: chunked\r\n\r\n`), piece, piece, piece]

  const bytes = Buffer.concat([...upload, Buffer.from(`0\r\n\r\n${plain('GET', '/api/healthz')}`)])

  expect((await sendRaw(base, bytes, { patience: 10_000 })).statuses).toEqual([413, 200])
})
