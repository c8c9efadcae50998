import { createReadStream } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Client } from '@aws-sdk/client-s3'

/** A store without a response by then is away; the limit covers all attempts of one call. */
const answerWithin = 4_000
/** The longest pause between bytes; slow transfers are allowed. */
const stalledAfter = 6_000
/** Longer, because the client waits six seconds for stores that do not support `100 Continue`. */
const refusedAfter = 15_000
/** After the last byte was sent, many may still wait in the buffers of a slow connection. */
const storedWithin = 60_000

export type Ask = S3Client['send']

/** Sends a command with a deadline for the start of the response; the body may take longer. */
export function askWith(client: S3Client): Ask {
  const ask = async (command: Parameters<Ask>[0]) => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(new Error(`no answer within ${answerWithin} ms`)), answerWithin)
    return client.send(command, { abortSignal: deadline.signal }).finally(() => clearTimeout(timer))
  }
  return ask as Ask
}

/** Writes the response body; fails when it stalls. */
export async function receiveWhileMoving(body: Readable, into: Writable) {
  const timer = setTimeout(() => body.destroy(new Error(`nothing came for ${stalledAfter} ms`)), stalledAfter)
  try {
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          timer.refresh()
          yield chunk
        }
      },
      into,
    )
  } finally {
    clearTimeout(timer)
  }
}

/** A local file as a request body, and a signal that aborts the request when the store stops reading. */
export function sendWhileMoving(localFile: string) {
  const aborting = new AbortController()
  const giveUp = () => aborting.abort(new Error('the store takes no more bytes'))
  let timer = setTimeout(giveUp, refusedAfter)
  async function* chunks() {
    for await (const chunk of createReadStream(localFile)) {
      timer.refresh()
      yield chunk
    }
    clearTimeout(timer)
    timer = setTimeout(giveUp, storedWithin)
  }
  return {
    body: Readable.from(chunks(), { objectMode: false }),
    signal: aborting.signal,
    done: () => clearTimeout(timer),
  }
}
