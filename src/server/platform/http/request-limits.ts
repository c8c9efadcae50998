import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { minutes, seconds } from '../clock.ts'

/** How long a request may take to arrive, in milliseconds. */
export type RequestLimits = {
  /** Until its last header is here. */
  headers: number
  /** From then on until the last byte of its body is here. */
  body: number
  /** Instead of `body` once an upload was granted: so long without a single byte … */
  stalledUpload: number
  /** … and so long in all. Node applies this one to every request, so it is the longest. */
  upload: number
}

/** Headers and body together stay below a minute. An upload may be as slow as the network, as long as it goes on. */
export const defaultLimits: RequestLimits = {
  headers: seconds(20),
  body: seconds(30),
  stalledUpload: seconds(30),
  upload: minutes(60),
}

/** How often Node looks for requests beyond `headers` and `upload`. */
export const checkingInterval = ({ headers }: RequestLimits) => Math.min(seconds(5), headers / 4)

const checksUntilStalled = 10

type OnTooSlow = (request: IncomingMessage) => void

/** What it returns watches a request: one whose body does not arrive in time is ended, whether or not it was answered already. */
export function limitBodies(app: FastifyInstance, limits: RequestLimits, onTooSlow: OnTooSlow) {
  const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>()

  function watch(raw: IncomingMessage, timer: NodeJS.Timeout) {
    clearTimeout(deadlines.get(raw))
    deadlines.set(raw, timer.unref())
  }
  const end = (raw: IncomingMessage) => {
    if (!raw.complete && !raw.socket.destroyed) onTooSlow(raw)
  }
  const startDeadline = (raw: IncomingMessage) => watch(raw, setTimeout(end, limits.body, raw))

  app.decorate('allowSlowBody', ({ raw }: FastifyRequest) => {
    let seen = raw.socket.bytesRead
    let checksWithoutBytes = 0
    const check = () => {
      // Bytes that wait for us are not the sender's delay.
      const hasProgress = raw.socket.bytesRead !== seen || raw.readableLength > 0
      seen = raw.socket.bytesRead
      // Counted, not timed: while this process is busy its clock goes on and no byte is read.
      checksWithoutBytes = hasProgress ? 0 : checksWithoutBytes + 1
      if (checksWithoutBytes >= checksUntilStalled) end(raw)
    }
    watch(raw, setInterval(check, limits.stalledUpload / checksUntilStalled))
    return () => startDeadline(raw)
  })

  return (raw: IncomingMessage) => {
    startDeadline(raw)
    raw.once('close', () => clearTimeout(deadlines.get(raw)))
  }
}

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

declare module 'fastify' {
  interface FastifyInstance {
    /** For an upload that was granted: only standing still ends it. What it returns brings the strict deadline back. */
    allowSlowBody(request: FastifyRequest): () => void
  }
}
