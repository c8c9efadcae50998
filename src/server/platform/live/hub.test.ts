import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { LiveHub } from './hub.ts'

/** A response that keeps what is written, without a socket. */
class Written extends EventEmitter {
  readonly events: string[] = []
  readonly writableLength = 0
  write = (event: string) => this.events.push(event) > 0
  end = (event: string) => this.events.push(event)
  topics = () =>
    this.events.filter((event) => event.startsWith('data: ')).map((event) => JSON.parse(event.slice(6)).topics)
}

function openMany(hub: LiveHub, count: number) {
  return Array.from({ length: count }, (_, n) => {
    const written = new Written()
    const listening = { userId: `user ${n % 10}`, sid: `session ${n}`, isAdmin: n % 100 === 0 }
    hub.open(listening, written as unknown as ServerResponse)
    return written
  })
}

test('what goes to thousands of streams leaves room for other work, and reaches each once and in order', async () => {
  const hub = new LiveHub()
  const streams = openMany(hub, 1_600)

  hub.receive({ topics: ['leaderboard'], audience: 'everyone' })
  hub.receive({ topics: ['tasks'], audience: 'everyone' })
  const reachedAtOnce = streams.filter((stream) => stream.topics().length > 0).length
  streams.at(-1)?.emit('close')
  await eventually(() => streams.at(-2)?.topics().length === 2, 'the last stream to be reached')

  expect(reachedAtOnce).toBeLessThan(streams.length / 2)
  expect(streams.slice(0, -1).filter((stream) => stream.topics().join() !== 'leaderboard,tasks')).toEqual([])
  expect(streams.at(-1)?.topics()).toEqual([])
})

test('what concerns one person or administrators reaches their streams only', () => {
  const hub = new LiveHub()
  const streams = openMany(hub, 300)

  hub.receive({ topics: ['proofs'], audience: 'administrators' })
  hub.receive({ topics: ['companies/1'], audience: { user: 'user 3' } })

  const reached = (topic: string) => streams.filter((stream) => stream.topics().flat().includes(topic)).length
  expect([reached('proofs'), reached('companies/1')]).toEqual([3, 30])
})

test('the sessions of streams that open in the same moment are looked up together', async () => {
  const hub = new LiveHub()
  const asked: string[][] = []
  hub.checkWith(async (sids) => {
    asked.push(sids)
    return new Map([[sids[0] ?? '', undefined]])
  })

  const streams = openMany(hub, 300)
  await eventually(() => streams[0]?.events.at(-1)?.startsWith('event: ended') ?? false, 'the ended session to be told')

  expect(asked.map((sids) => sids.length)).toEqual([300])
  expect(hub.size).toBe(299)
})

test('a stream that finds its session ended tells why, also before the signal that says so arrives', async () => {
  const hub = new LiveHub()
  hub.checkWith(async (sids) => new Map(sids.map((sid) => [sid, 'disabled'])))

  const [stream] = openMany(hub, 1)
  const ended = () => stream?.events.filter((event) => event.startsWith('event: ended')) ?? []
  await eventually(() => ended().length > 0, 'the ended session to be told')
  hub.receive({ ended: { userId: 'user 0', reason: 'disabled' } })

  expect(ended()).toEqual(['event: ended\ndata: {"reason":"disabled"}\n\n'])
})

test('a stream whose session ends while it is looked up is ended once: a second end would be an error of its response', async () => {
  const hub = new LiveHub()
  let lookedUp = false
  hub.checkWith(async (sids) => {
    lookedUp = true
    return new Map(sids.map((sid) => [sid, undefined]))
  })
  const [stream] = openMany(hub, 1)

  hub.receive({ ended: { userId: 'user 0', reason: 'disabled' } })
  await eventually(() => lookedUp, 'the session to be looked up')
  await new Promise((resolve) => setImmediate(resolve))

  expect(stream?.events.filter((event) => event.startsWith('event: ended'))).toHaveLength(1)
})
