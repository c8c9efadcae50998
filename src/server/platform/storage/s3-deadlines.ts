import { createReadStream } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Client } from '@aws-sdk/client-s3'

/** A store that has not begun to answer by then is away; all attempts of one call together. */
const answerWithin = 4_000
/** Bytes may come as slowly as they like, but they must come. */
const stalledAfter = 6_000
/** Longer: a client that asks first waits six seconds for stores which do not know how to say `100 Continue`. */
const refusedAfter = 15_000
/** After the last byte left us, much of it may still wait in the buffers of a slow line. */
const storedWithin = 60_000

export type Ask = S3Client['send']

/** Sends a command whose answer begins at once or not at all. What follows of a body may take longer. */
export function askWith(client: S3Client): Ask {
  const ask = async (command: Parameters<Ask>[0]) => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(new Error(`no answer within ${answerWithin} ms`)), answerWithin)
    return client.send(command, { abortSignal: deadline.signal }).finally(() => clearTimeout(timer))
  }
  return ask as Ask
}

/** Writes what the store sends; fails when nothing more comes. */
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

/** The bytes of a local file, and a signal that gives the request up when the store takes no more of them. */
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
