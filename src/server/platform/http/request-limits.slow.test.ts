import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { uploads } from '#server/features/files/tables.ts'
import { aPicture, askForGrant, nothingIsLeft } from '#server/features/files/testing.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServer, startWorld } from '#server/testing.ts'
import { minutes } from '../clock.ts'
import { defaultLimits, type RequestLimits } from './request-limits.ts'

const patience = 90_000

/** A connection that sends what it is told, when it is told, and keeps what came back. */
function openConnection(base: string) {
  const { hostname, port } = new URL(base)
  const socket: Socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  let text = ''
  let closed = false
  socket.on('data', (piece) => {
    text += piece.toString('latin1')
  })
  socket.on('close', () => {
    closed = true
  })
  socket.on('error', () => undefined)
  return {
    socket,
    text: () => text,
    isClosed: () => closed,
    statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
  }
}

/** One byte now and then, until the connection is closed. */
function drip(socket: Socket, byte = 'x') {
  const timer = setInterval(() => socket.writable && socket.write(byte), 20)
  onTestFinished(() => clearInterval(timer))
}

const head = (method: string, target: string, length: number, type = 'application/json') =>
  `${method} ${target} HTTP/1.1\r\nhost: week.test\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`

async function aSender(limits: Partial<RequestLimits>) {
  const { acme: call, ...server } = await startWorld({ acme: 'company' }, { limits })
  async function beginUpload(bytes?: Buffer) {
    const picture = bytes ?? (await aPicture())
    const { body: grant } = await askForGrant(call, picture)
    const { pathname, search } = new URL(grant.url)
    const connection = openConnection(server.base)
    connection.socket.write(head('PUT', pathname + search, picture.length, 'image/jpeg'))
    return { picture, path: grant.path as string, connection }
  }
  return { ...server, server, call, beginUpload }
}

/** At a steady rate that takes five seconds for the whole of it. */
async function sendSlowly(socket: Socket, bytes: Buffer, halfway = () => {}) {
  const pieces = 20
  const size = Math.ceil(bytes.length / pieces)
  for (let n = 0; n < pieces; n++) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    if (n === pieces / 2) halfway()
    if (socket.writable) socket.write(bytes.subarray(n * size, (n + 1) * size))
  }
}

test('an upload may take longer than any other body, and longer than its grant lasts, while bytes arrive', async () => {
  const { beginUpload, call, clock, db } = await aSender({ headers: 3_000, body: 3_000, stalledUpload: 15_000 })
  const { picture, path, connection } = await beginUpload()

  await sendSlowly(connection.socket, picture, () => clock.advance(minutes(20)))

  await eventually(() => connection.statuses().length > 0, 'an answer', patience)
  expect(connection.statuses()).toEqual([201])
  expect((await call('GET', '/api/uploads')).body).toMatchObject([{ path, size: picture.length }])
  const [row] = await db.select().from(uploads)
  expect(row?.storedAt).toEqual(clock.now())
})

test('red control: where an upload has no more time than other bodies, the same one never succeeds', async () => {
  const { beginUpload, db } = await aSender({ headers: 3_000, body: 3_000, upload: 3_000 })

  for (const attempt of [1, 2]) {
    const { picture, connection } = await beginUpload()
    await sendSlowly(connection.socket, picture)
    await eventually(connection.isClosed, 'the connection to be closed', patience)
    expect([attempt, connection.statuses()]).toEqual([attempt, [408]])
  }

  await eventually(async () => (await db.$count(uploads)) === 0, 'everything to be gone', patience)
})

test('an upload that stands still is answered 408 and leaves nothing behind', async () => {
  const { beginUpload, server } = await aSender({ stalledUpload: 1_000 })
  const { picture, connection } = await beginUpload()

  connection.socket.write(picture.subarray(0, 100))

  await eventually(connection.isClosed, 'the connection to be closed', patience)
  expect(connection.statuses()).toEqual([408])
  expect(connection.text()).toContain('"code":"too-slow"')
  await nothingIsLeft(server, patience)
})

test('an upload has a limit for the whole of it, however well it goes on', async () => {
  const { beginUpload, server } = await aSender({ headers: 3_000, stalledUpload: 15_000, upload: 4_000 })
  const { connection } = await beginUpload(Buffer.alloc(100_000))
  drip(connection.socket)

  await eventually(connection.isClosed, 'the connection to be closed', patience)
  expect(connection.statuses()).toEqual([408])
  await nothingIsLeft(server, patience)
})

const slow: Record<string, (socket: Socket) => void> = {
  'headers that never end': (socket) => socket.write('GET /api/healthz HTTP/1.1\r\nhost: week.test\r\nx-slow: '),
  'nothing at all': () => undefined,
  'a JSON body': (socket) => socket.write(`${head('POST', '/api/auth/login', 5_000)}{"email":"`),
  'a body in pieces without a length': (socket) =>
    socket.write(`${head('POST', '/api/auth/login', 0).replace('content-length: 0', 'transfer-encoding: chunked')}`),
  'a body that was refused already': (socket) => socket.write(head('POST', '/api/tasks', 5_000)),
  'a body nobody asked for': (socket) => socket.write(head('GET', '/api/healthz', 5_000)),
  'a body for no address of ours': (socket) => socket.write(head('POST', '/api/nowhere', 5_000)),
  'an upload without a grant': (socket) =>
    socket.write(head('PUT', `/api/uploads/proofs/${'0'.repeat(32)}.jpg`, 5_000, 'image/jpeg')),
  'an upload with a made-up grant': (socket) =>
    socket.write(head('PUT', `/api/uploads/proofs/${'0'.repeat(32)}.jpg?grant=abc`, 5_000, 'image/jpeg')),
}

test('300 connections that send one byte now and then are closed, and others are answered meanwhile', async () => {
  const { base, visitor, app } = await startServer({ limits: { headers: 3_000, body: 3_000 } })
  const kinds = Object.entries(slow)
  const connections = Array.from({ length: 300 }, (_, n) => {
    const [what, begin] = kinds[n % kinds.length] as (typeof kinds)[number]
    const connection = openConnection(base)
    begin(connection.socket)
    if (what !== 'nothing at all') drip(connection.socket, what.includes('pieces') ? '1\r\nx\r\n' : 'x')
    return { what, ...connection }
  })

  expect((await visitor('GET', '/api/healthz')).status).toBe(200)

  const open = () => [...new Set(connections.filter(({ isClosed }) => !isClosed()).map(({ what }) => what))]
  await eventually(() => open().length === 0, `all to be closed`, patience).catch(() => expect(open()).toEqual([]))
  await eventually(
    async () => (await new Promise<number>((resolve) => app.server.getConnections((_, n) => resolve(n)))) <= 1,
    'the server to have let go of them',
    patience,
  )
  const answers = (what: string) => connections.find((one) => one.what === what)?.statuses()
  expect(answers('headers that never end')).toEqual([408])
  expect(answers('a JSON body')).toEqual([408])
  expect(answers('a body in pieces without a length')).toEqual([408])
  expect(answers('a body that was refused already')?.[0]).toBe(401)
  expect(answers('an upload with a made-up grant')?.[0]).toBe(409)
  expect((await visitor('GET', '/api/healthz')).status).toBe(200)
})

test('by itself a request may take less than a minute to arrive, an upload an hour, with 30 seconds of silence', () => {
  expect(defaultLimits).toEqual({ headers: 20_000, body: 30_000, stalledUpload: 30_000, upload: 3_600_000 })
})
