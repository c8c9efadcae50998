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

export const defaultShutdown: ShutdownLimits = { grace: 250, deadline: seconds(10) }

const sweepInterval = 50

/**
 * How long a new connection may take to send its first request. A proxy opens one for a request that it has already, but on a busy
 * machine the bytes are read a moment after the connection was accepted.
 */
const firstRequestWithin = seconds(1)

/** Closes the server without cutting off anybody who was accepted. */
export function enableShutdown(app: FastifyInstance, refuse: (socket: Socket) => void) {
  const { server } = app
  const sockets = new Set<Socket>()
  /** Those without a request yet, and since when. */
  const fresh = new Map<Socket, number>()
  const open = new Set<ServerResponse>()
  const handlers = new Set<Promise<unknown>>()
  let isStopping = false

  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    fresh.set(socket, performance.now())
    socket.once('close', () => {
      sockets.delete(socket)
      fresh.delete(socket)
    })
  })
  // One function for all responses: a new one for each is a part of what an answer from memory costs.
  function forgetResponse(this: ServerResponse) {
    open.delete(this)
  }
  // Before Fastify's own listener, which may answer at once.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    fresh.delete(request.socket)
    if (isStopping) response.shouldKeepAlive = false
    open.add(response)
    response.on('close', forgetResponse)
  })

  function closeIdle() {
    const busy = new Set([...open].map(({ socket }) => socket))
    const acceptedBefore = performance.now() - firstRequestWithin
    for (const socket of sockets) {
      const isAwaited = (fresh.get(socket) ?? 0) > acceptedBefore
      if (!busy.has(socket) && !isAwaited) socket.destroy()
    }
  }

  function refuseTheRest() {
    for (const { socket } of open) if (socket) refuse(socket)
  }

  app.decorate('trackHandler', <T>(work: T): T => {
    if (work instanceof Promise) {
      const done = () => handlers.delete(work)
      handlers.add(work)
      work.then(done, done)
    }
    return work
  })

  app.decorate('shutDown', async ({ grace, deadline }: ShutdownLimits = defaultShutdown) => {
    isStopping = true
    for (const response of open) response.shouldKeepAlive = false
    if (grace > 0) await sleep(grace)
    // Connections that wait to be accepted are reset when the server stops listening: right after all were accepted there are none.
    await pollPhase()
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
    trackHandler<T>(work: T): T
    /** Stops accepting, answers what was accepted, closes. */
    shutDown(limits?: ShutdownLimits): Promise<void>
  }
}
