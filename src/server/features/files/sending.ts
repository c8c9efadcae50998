import type { IncomingMessage } from 'node:http'
import { storedPath } from '#contract/files/endpoints.ts'
import { Problem } from '#server/platform/errors/problem.ts'

/** A request whose body is the bytes of a file. */
type Sending = { raw: IncomingMessage; headers: IncomingMessage['headers'] }

const unwanted: readonly string[] = ['not-signed-in', 'grant-spent', 'not-found']

/** For a file whose bytes were accepted: its sender may no longer send it, or it was thrown away meanwhile. */
export const isUnwanted = (error: unknown) => error instanceof Problem && unwanted.includes(error.code)

/** The answer gets time to be read; then the rest of a file that nobody wants is not waited for. */
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
