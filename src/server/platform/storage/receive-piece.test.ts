import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { receivePiece } from './receive-piece.ts'

/** As a store that takes its time: each write waits for `release`. */
function slowSink() {
  const kept: Buffer[] = []
  const waiting: (() => void)[] = []
  let isReleased = false
  const sink = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      kept.push(chunk)
      if (isReleased) done()
      else waiting.push(done)
    },
  })
  const release = () => {
    isReleased = true
    for (const done of waiting.splice(0)) done()
  }
  return { sink, kept: () => Buffer.concat(kept), release }
}

/** A sender of which a real server has taken the beginning: it promises more than it sends. */
async function beginSending() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sender.write('PUT / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n')
  const [bytes] = (await once(server, 'request')) as [IncomingMessage]
  return { sender, bytes }
}

const limits = { most: 1_000_000, signal: new AbortController().signal }

test('what waited for a slow store when the line was cut is kept', async () => {
  const { sender, bytes } = await beginSending()
  const { sink, kept, release } = slowSink()
  const [first, second] = [randomBytes(4_000), randomBytes(5_000)]
  const receiving = receivePiece(bytes, sink, limits).catch((error: unknown) => error)
  sender.write(first)
  await eventually(() => kept().length === first.length, 'the store to be busy')
  sender.write(second)
  await eventually(() => bytes.readableLength === second.length, 'more to come')

  sender.destroy()
  await eventually(() => bytes.closed, 'the server to notice')
  release()

  expect(await receiving).toMatchObject({ code: 'file-cut' })
  expect(kept().equals(Buffer.concat([first, second]))).toBe(true)
})

test('what came before anybody looked at it, and was cut, is kept', async () => {
  const { sender, bytes } = await beginSending()
  const { sink, kept, release } = slowSink()
  release()
  const sent = randomBytes(5_000)
  sender.write(sent)
  await eventually(() => bytes.readableLength === sent.length, 'it to come')
  bytes.once('error', () => undefined)
  sender.destroy()
  await eventually(() => bytes.closed, 'the server to notice')

  await expect(receivePiece(bytes, sink, limits)).rejects.toMatchObject({ code: 'file-cut' })

  expect(kept().equals(sent)).toBe(true)
})

test('what waited beyond the size that was promised is refused', async () => {
  const { sender, bytes } = await beginSending()
  const { sink, kept, release } = slowSink()
  const receiving = receivePiece(bytes, sink, { ...limits, most: 5_000 }).catch((error: unknown) => error)
  sender.write(randomBytes(4_000))
  await eventually(() => kept().length === 4_000, 'the store to be busy')
  sender.write(randomBytes(5_000))
  await eventually(() => bytes.readableLength === 5_000, 'more to come')

  sender.destroy()
  await eventually(() => bytes.closed, 'the server to notice')
  release()

  expect(await receiving).toMatchObject({ code: 'file-too-large' })
  expect(kept().length).toBe(4_000)
})
