import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { enableShutdown } from './shutdown.ts'

test('two requests that one connection sent without waiting are both answered, also when the second is ready first', async () => {
  const app = Fastify()
  const refused: unknown[] = []
  enableShutdown(app, (socket) => refused.push(socket))
  let answerFirst = (_text: string) => {}
  app.get('/first', () => new Promise<string>((resolve) => (answerFirst = resolve)))
  app.get('/second', async () => 'the second answer')
  await app.listen({ port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port)
  let received = ''
  socket.on('data', (bytes) => (received += bytes))
  const begun = new Promise<void>((resolve) => app.server.on('request', ({ url }) => url === '/second' && resolve()))

  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`
  socket.write(ask('/first') + ask('/second'))
  await begun
  const closed = once(socket, 'close')
  const stopped = app.shutDown({ grace: 0, deadline: 5_000 })
  // Idle connections are looked for several times meanwhile.
  await sleep(300)
  expect(received).toBe('')
  answerFirst('the first answer')
  await Promise.all([closed, stopped])

  expect(received.match(/the \w+ answer/g)).toEqual(['the first answer', 'the second answer'])
  expect(refused).toEqual([])
})

/** Another thread, since this one stands still: connects, says so, asks, and tells what it heard. */
const client = `
  const { workerData: { port, isConnected }, parentPort } = require('node:worker_threads')
  const socket = require('node:net').connect(port, '127.0.0.1')
  socket.on('connect', () => {
    Atomics.store(isConnected, 0, 1)
    Atomics.notify(isConnected, 0)
    socket.write('GET /asked HTTP/1.1\\r\\nhost: here\\r\\n\\r\\n')
  })
  socket.on('data', (bytes) => parentPort.postMessage(String(bytes).split('\\r\\n')[0]))
  socket.on('error', ({ code }) => parentPort.postMessage(code))
`

test('a connection that waits to be accepted while the server is busy stopping is answered', async () => {
  const app = Fastify({ return503OnClosing: false })
  enableShutdown(app, () => undefined)
  app.get('/asked', async () => 'the answer')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const isConnected = new Int32Array(new SharedArrayBuffer(4))
  const { port } = app.server.address() as AddressInfo
  let heard: Promise<unknown[]> | undefined

  // After connections were looked for, and before the port is closed.
  setImmediate(() => {
    const worker = new Worker(client, { eval: true, workerData: { port, isConnected } })
    heard = once(worker, 'message')
    Atomics.wait(isConnected, 0, 0, 10_000)
  })
  await app.shutDown({ grace: 0, deadline: 5_000 })

  expect(await heard).toEqual(['HTTP/1.1 200 OK'])
})
