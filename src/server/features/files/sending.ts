import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { purposes, storedPath } from '#contract/files/endpoints.ts'
import { Problem } from '#server/platform/errors/problem.ts'

/** A request whose body is the bytes of a file. */
type Sending = { raw: IncomingMessage; headers: IncomingMessage['headers'] }

const unwanted: readonly string[] = ['not-signed-in', 'grant-spent', 'not-found']

/** For routes whose body is the bytes of a file. */
export const bodyLimit = purposes.proof.maxBytes + 1024

/**
 * Receives a body of any duration once `accept` was called; before, it keeps the normal time limit. Ends the body if
 * receiving fails.
 */
export async function receiveBody<Request extends Sending & { body: unknown }, T>(
  app: { allowSlowBody(request: Request): () => void },
  request: Request,
  receive: (bytes: Readable, accept: () => void) => Promise<T>,
): Promise<T> {
  const bytes = (request.body ?? request.raw) as Readable
  let endSlowBody: (() => void) | undefined
  try {
    return await receive(bytes, () => {
      endSlowBody = app.allowSlowBody(request)
    })
  } catch (error) {
    endSlowBody?.()
    // The connection hangs unless the rest is read.
    bytes.resume()
    if (endSlowBody && isUnwanted(error)) cutLater(request)
    throw error
  }
}

/** True if an accepted upload is obsolete: its sender lost the permission, or the file was discarded. */
const isUnwanted = (error: unknown) => error instanceof Problem && unwanted.includes(error.code)

/** Closes the connection after a delay, so the client can read the reply without sending the rest of the file. */
function cutLater({ raw }: Pick<Sending, 'raw'>) {
  const timer = setTimeout(() => raw.complete || raw.socket.destroy(), 5_000)
  raw.once('close', () => clearTimeout(timer))
}

export function pathOf({ folder, name }: { folder: string; name: string }): string {
  const path = storedPath.safeParse(`${folder}/${name}`)
  if (!path.success) throw new Problem('not-found')
  return path.data
}

export function lengthOf({ headers }: Pick<Sending, 'headers'>): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}
