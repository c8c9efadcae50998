import type { Readable, Writable } from 'node:stream'
import { Problem } from '../errors/problem.ts'

type Limits = { most: number; signal: AbortSignal }

/**
 * Writes incoming bytes into `sink` and always ends it, so received bytes are kept; then rejects after an error. It
 * never destroys `bytes`, because the answer and the next request use the same connection.
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
    /**
     * Under backpressure bytes wait in the buffer of `bytes`. Its end keeps that buffer but emits no more events, so
     * read it here.
     */
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
