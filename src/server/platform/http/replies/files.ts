import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Sends a stored file or the requested range, with headers that prevent it from running. */
export async function sendFile(
  { files }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  type: string,
) {
  const size = await files.sizeOf(path)
  if (size === undefined) throw new Problem('not-found')
  const range = rangeOf(request.headers.range, size)
  reply
    .header('content-type', type)
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, max-age=3600')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('content-disposition', `inline; filename="${path.split('/').at(-1)}"`)
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
  if (request.method === 'HEAD') return reply.header('content-length', size).send()
  if (!range) return reply.header('content-length', size).send(await files.read(path))
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(await files.read(path, range))
}

function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = header?.match(/^bytes=(\d*)-(\d*)$/)
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const last = size - 1
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? last : Math.min(Number(match[2]), last)
  return start > end || start > last ? 'unsatisfiable' : { start, end }
}
