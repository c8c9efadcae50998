import type { Readable, Writable } from 'node:stream'
import { Problem } from '../errors/problem.ts'

type Limits = { most: number; signal: AbortSignal }

/**
 * Writes what comes into `sink`, which is ended properly whatever happens: what has come is kept. Then fails if something was
 * wrong. `bytes` is only let go and never ended: the answer to a request and the next request come on the same line.
 */
export function receivePiece(bytes: Readable, sink: Writable, { most, signal }: Limits): Promise<void> {
  let seen = 0
  let failure: unknown
  return new Promise<void>((resolve, reject) => {
    const finish = () => {
      bytes.off('data', take)
      bytes.pause()
      sink.end()
    }
    const stop = (error: unknown) => {
      failure ??= error
      finish()
    }
    const abort = () => stop(signal.reason)
    const take = (chunk: Buffer) => {
      if (seen + chunk.length > most) return stop(new Problem('file-too-large'))
      seen += chunk.length
      if (!sink.write(chunk)) bytes.pause()
    }
    /** While `sink` was full, what came waited in `bytes`. Its end does not empty it, but nothing is emitted any more. */
    const keepRest = () => {
      bytes.off('data', take)
      for (let rest = bytes.read(); rest !== null && !failure; rest = bytes.read()) take(rest)
    }
    signal.addEventListener('abort', abort)
    sink.on('drain', () => failure ?? bytes.resume())
    sink.once('error', stop)
    sink.once('close', () => {
      signal.removeEventListener('abort', abort)
      if (failure) reject(failure)
      else resolve()
    })
    const cut = () => {
      keepRest()
      stop(new Problem('file-cut'))
    }
    bytes.once('error', cut)
    bytes.once('close', () => bytes.readableEnded || cut())
    bytes.once('end', finish)
    if (signal.aborted) abort()
    else if (bytes.destroyed) cut()
    else bytes.on('data', take)
  })
}
