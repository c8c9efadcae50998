import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ProblemBody, ProblemCode } from '#contract/problems.ts'
import { isDatabaseUnavailable, isInvalidValue, isReferenceBroken } from '#server/platform/database/errors.ts'
import { Problem } from '#server/platform/errors/problem.ts'

/** Maps any error to the problem for people. Unexpected errors are defects: logged, and answered without details. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof z.ZodError) return invalidInput(error)
  // Check this before the database: a disconnected sender also causes ECONNRESET.
  if (isSendersFault(error)) return new Problem(ofFramework(error))
  if (isDatabaseUnavailable(error)) return new Problem('unavailable', { retryAfterSeconds: 2 })
  if (isInvalidValue(error)) return new Problem('invalid-input')
  // Another request deleted the parent row after this one had read it.
  if (isReferenceBroken(error)) return new Problem('not-found')
  return new Problem('unexpected')
}

function isSendersFault(error: unknown): error is FastifyError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  return status >= 400 && status < 500
}

function ofFramework({ code }: FastifyError): ProblemCode {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'wrong-content-type'
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return 'too-large'
    // Our names are shorter, so such a resource does not exist.
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return 'not-found'
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return 'malformed-body'
    default:
      return 'bad-request'
  }
}

/** The first sentence of each field; the message is the very first, for a useful toast. */
function invalidInput(error: z.ZodError): Problem {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.') || '_'
    fields[field] ??= issue.message
  }
  return new Problem('invalid-input', { sentence: Object.values(fields)[0], fields })
}

export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  if (problem.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds)
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(bodyOf(problem, request.id))
}

const bodyOf = (problem: Problem, requestId: string): ProblemBody => ({
  message: problem.sentence,
  code: problem.code,
  ...(problem.fields ? { fields: problem.fields } : {}),
  requestId,
})

/** Answers unparsable HTTP, which has neither request nor reply. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket, headers: Record<string, string>) {
  if (error.code === 'ECONNRESET') return socket.destroy()
  writeProblem(new Problem(unreadable[error.code ?? ''] ?? 'bad-request'), socket, headers)
}

/** Writes the answer to the raw socket and closes the connection, for cases without a reply object. */
export function writeProblem(problem: Problem, socket: Socket, headers: Record<string, string>) {
  // Like Node: never mix this answer with a half-sent one on the connection.
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null }
  if (!socket.writable || answer?.headersSent) return socket.destroy()
  const requestId = randomUUID()
  const body = JSON.stringify(bodyOf(problem, requestId))
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestId,
    ...(problem.retryAfterSeconds ? { 'retry-after': problem.retryAfterSeconds } : {}),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.write([`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n'))
  socket.destroySoon()
}

const unreadable: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
}
