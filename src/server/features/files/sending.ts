import type { IncomingMessage } from 'node:http'
import { storedPath } from '#contract/files/endpoints.ts'
import { Problem } from '#server/platform/errors/problem.ts'

/** A request whose body is the bytes of a file. */
type Sending = { raw: IncomingMessage; headers: IncomingMessage['headers'] }

const unwanted: readonly string[] = ['not-signed-in', 'grant-spent', 'not-found']

/** True if an accepted upload is obsolete: its sender lost the permission, or the file was discarded. */
export const isUnwanted = (error: unknown) => error instanceof Problem && unwanted.includes(error.code)

/** Closes the connection after a delay, so the client can read the reply without sending the rest of the file. */
export function cutLater({ raw }: Pick<Sending, 'raw'>) {
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
