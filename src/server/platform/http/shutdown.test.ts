import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
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
