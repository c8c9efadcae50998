import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { minutes, seconds } from '../clock.ts'

/** How long a request may take to arrive, in milliseconds. */
export type RequestLimits = {
  /** Until its last header arrives. */
  headers: number
  /** From the last header until the last byte of the body. */
  body: number
  /** Replaces `body` after an upload was granted: the longest time without a single byte. */
  stalledUpload: number
  /** The longest duration of an upload. Node applies it to every request, so it is the largest limit. */
  upload: number
}

/** Headers and body together take less than a minute. An upload may be slow, as long as bytes arrive. */
export const defaultLimits: RequestLimits = {
  headers: seconds(20),
  body: seconds(30),
  stalledUpload: seconds(30),
  upload: minutes(60),
}

/** The interval of Node's check for requests beyond `headers` and `upload`. */
export const checkingInterval = ({ headers }: RequestLimits) => Math.min(seconds(5), headers / 4)

const checksUntilStalled = 10

type OnTooSlow = (request: IncomingMessage) => void

/** Returns a function that watches a request and ends it if its body is late, answered or not. */
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
      // Unread bytes in our buffer are not the sender's delay.
      const hasProgress = raw.socket.bytesRead !== seen || raw.readableLength > 0
      seen = raw.socket.bytesRead
      // Count checks instead of time: a busy process reads no bytes while its clock runs.
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
    /** For a granted upload: only a stall ends it. The returned function restores the strict deadline. */
    allowSlowBody(request: FastifyRequest): () => void
  }
}
