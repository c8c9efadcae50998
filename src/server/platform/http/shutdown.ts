import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as pollPhase, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../clock.ts'

export type ShutdownLimits = {
  /** Time for requests in transit: they are answered, and every answer closes its connection. */
  grace: number
  /** From the start of the shutdown; requests without an answer by then are refused. */
  deadline: number
}

const defaultShutdown: ShutdownLimits = { grace: 250, deadline: seconds(10) }

const sweepInterval = 50

/** Upper bound for accepting pending connections; a busier event loop must not keep the port open. */
const longestAccepting = 500
/** Iterations that run in any case: one of them may stand still for longer than the bound. */
const fewestIterations = 3
/** The longest duration of an idle event loop iteration; a real one takes a tenth of it. */
const emptyIteration = 1

/**
 * The longest wait for a connection's first request. A proxy connects for a request that it already has, but a busy
 * machine reads the bytes a moment after accepting.
 */
const firstRequestWithin = seconds(1)

/**
 * Responses of a connection are sent in order, so it is idle once its latest response is closed. Only the shutdown
 * checks this: tracking every response would slow down cached answers.
 */
type Connection = { acceptedAt: number; response: ServerResponse | undefined }

/** Enables a graceful shutdown: no accepted connection is cut off. */
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
  // Register before Fastify's listener, which may answer at once.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(socket)
    if (connection) connection.response = response
    if (isStopping) response.shouldKeepAlive = false
  })

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
    await acceptWaiting(() => accepted)
    server.close()
    // Run after the poll phase of the event loop: arrived requests are read by then and count as open.
    const sweeping = setInterval(() => setImmediate(closeIdle, connections), sweepInterval)
    const late = setTimeout(refuseTheRest, Math.max(0, deadline - grace), connections, refuse)
    const later = setTimeout(() => server.closeAllConnections(), Math.max(0, deadline - grace) + sweepInterval)
    setImmediate(closeIdle, connections)
    await app.close()
    for (const timer of [sweeping, late, later]) clearTimeout(timer)
    // Handlers of refused requests may still have to clean up.
    await Promise.race([Promise.allSettled(handlers), sleep(seconds(2), undefined, { ref: false })])
  })
}

type Connections = ReadonlyMap<Socket, Connection>

function closeIdle(connections: Connections) {
  const acceptedBefore = performance.now() - firstRequestWithin
  for (const [socket, { acceptedAt, response }] of connections) {
    const isAwaited = response ? !response.closed : acceptedAt > acceptedBefore
    if (!isAwaited) socket.destroy()
  }
}

function refuseTheRest(connections: Connections, refuse: (socket: Socket) => void) {
  for (const [socket, { response }] of connections) if (response && !response.closed) refuse(socket)
}

/**
 * Closing the listener resets connections in the accept queue. The queue is empty right after an event loop iteration
 * that accepted none and took almost no time.
 */
async function acceptWaiting(countAccepted: () => number) {
  const giveUpAt = performance.now() + longestAccepting
  const mayGoOn = (iteration: number) => iteration < fewestIterations || performance.now() < giveUpAt
  for (let iteration = 0, isEmpty = false; !isEmpty && mayGoOn(iteration); iteration++) {
    const [acceptedBefore, startedAt] = [countAccepted(), performance.now()]
    await pollPhase()
    isEmpty = countAccepted() === acceptedBefore && performance.now() - startedAt < emptyIteration
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes a shutdown wait for this work, even after its caller has gone. */
    trackHandler<T>(work: Promise<T>): Promise<T>
    /** Stops accepting, answers accepted requests, closes. */
    shutDown(limits?: ShutdownLimits): Promise<void>
  }
}
