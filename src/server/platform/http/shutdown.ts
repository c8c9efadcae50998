import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as pollPhase, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../clock.ts'

export type ShutdownLimits = {
  /** For requests that are on their way already: they are answered, and every answer closes its connection. */
  grace: number
  /** From the first moment on; whoever has no answer by then gets a refusal. */
  deadline: number
}

const defaultShutdown: ShutdownLimits = { grace: 250, deadline: seconds(10) }

const sweepInterval = 50

/** Longer than it takes on a busy machine; who keeps the event loop busy for longer must not keep the port open. */
const longestAccepting = 500
/** An iteration of the event loop that does nothing takes a tenth of it. */
const emptyIteration = 1

/**
 * How long a new connection may take to send its first request. A proxy opens one for a request that it has already, but on a busy
 * machine the bytes are read a moment after the connection was accepted.
 */
const firstRequestWithin = seconds(1)

/**
 * Answers of a connection are sent in the order of its requests, so that nothing is under way once its latest is closed. Looked at when
 * the server stops: to note the end of every answer would be a part of what an answer from memory costs.
 */
type Connection = { acceptedAt: number; response: ServerResponse | undefined }

/** Closes the server without cutting off anybody who was accepted. */
export function enableShutdown(app: FastifyInstance, refuse: (socket: Socket) => void) {
  const { server } = app
  const connections = new Map<Socket, Connection>()
  const handlers = new Set<Promise<unknown>>()
  let isStopping = false
  let accepted = 0

  server.on('connection', (socket: Socket) => {
    accepted += 1
    connections.set(socket, { acceptedAt: performance.now(), response: undefined })
    socket.once('close', () => connections.delete(socket))
  })
  // Before Fastify's own listener, which may answer at once.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(socket)
    if (connection) connection.response = response
    if (isStopping) response.shouldKeepAlive = false
  })

  function closeIdle() {
    const acceptedBefore = performance.now() - firstRequestWithin
    for (const [socket, { acceptedAt, response }] of connections) {
      const isAwaited = response ? !response.closed : acceptedAt > acceptedBefore
      if (!isAwaited) socket.destroy()
    }
  }

  function refuseTheRest() {
    for (const [socket, { response }] of connections) if (response && !response.closed) refuse(socket)
  }

  /**
   * Connections that wait to be accepted are reset when the server stops listening. None waits right after an iteration of the event
   * loop that found none and did nothing else in which one could have come.
   */
  async function acceptWaiting() {
    const giveUpAt = performance.now() + longestAccepting
    for (let isEmpty = false; !isEmpty && performance.now() < giveUpAt; ) {
      const [acceptedBefore, startedAt] = [accepted, performance.now()]
      await pollPhase()
      isEmpty = accepted === acceptedBefore && performance.now() - startedAt < emptyIteration
    }
  }

  app.decorate('trackHandler', <T>(work: Promise<T>): Promise<T> => {
    const done = () => handlers.delete(work)
    handlers.add(work)
    work.then(done, done)
    return work
  })

  app.decorate('shutDown', async ({ grace, deadline }: ShutdownLimits = defaultShutdown) => {
    isStopping = true
    for (const { response } of connections.values()) if (response) response.shouldKeepAlive = false
    if (grace > 0) await sleep(grace)
    await acceptWaiting()
    server.close()
    // After the poll phase of the event loop: what has arrived by now was read and counts as open.
    const sweeping = setInterval(() => setImmediate(closeIdle), sweepInterval)
    const late = setTimeout(refuseTheRest, Math.max(0, deadline - grace))
    const later = setTimeout(() => server.closeAllConnections(), Math.max(0, deadline - grace) + sweepInterval)
    setImmediate(closeIdle)
    await app.close()
    for (const timer of [sweeping, late, later]) clearTimeout(timer)
    // Whoever was refused may still have something to clean up.
    await Promise.race([Promise.allSettled(handlers), sleep(seconds(2), undefined, { ref: false })])
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Lets a shutdown wait for the end of this work, also when nobody waits for its answer any more. */
    trackHandler<T>(work: Promise<T>): Promise<T>
    /** Stops accepting, answers what was accepted, closes. */
    shutDown(limits?: ShutdownLimits): Promise<void>
  }
}
