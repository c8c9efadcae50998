import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ProblemBody } from '#contract/problems.ts'
import { idempotencyHeader, withIdempotencyKey } from './idempotency.ts'

/** The only error `call` throws. `message` is the specified text; people read `sentence`. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly status: number
  readonly code: ProblemBody['code'] | 'offline'
  readonly sentence: string
  readonly fields: Record<string, string>
  /** Milliseconds from the `Retry-After` header. */
  readonly retryAfter: number

  constructor(status: number, bodyText: string, statusText: string, retryAfter = 0) {
    super(`${status}: ${bodyText || statusText}`)
    const body = parseProblem(bodyText)
    this.status = status
    this.code = body?.code ?? (status === 0 ? 'offline' : 'unexpected')
    this.sentence = body?.message ?? (status < 400 ? statusText : 'Something went wrong. Please try again.')
    this.fields = body?.fields ?? {}
    this.retryAfter = retryAfter
  }
}

function parseProblem(text: string): Partial<ProblemBody> | undefined {
  try {
    return JSON.parse(text) as Partial<ProblemBody>
  } catch {
    return undefined
  }
}

type Input<E extends Endpoint> = Given<'params', E['params']> & Given<'query', E['query']> & Given<'body', E['body']>
type Given<Name extends string, Schema> = Schema extends z.ZodType
  ? z.ZodUndefined extends Schema
    ? unknown
    : { [name in Name]: z.input<Schema> }
  : unknown

export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

type Settings = Pick<RequestInit, 'signal'> & { headers?: Record<string, string> }

/** Calls an endpoint of the contract. */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>, settings?: Settings): Promise<ReplyOf<E>> {
  if (!endpoint.idempotent) return callOnce(endpoint, input, settings)
  const { body, ...address } = input as { body?: unknown }
  const submission = `${endpoint.method} ${addressOf(endpoint, address)}\n${JSON.stringify(body)}`
  return withIdempotencyKey(submission, (key) =>
    callOnce(endpoint, input, { ...settings, headers: { ...settings?.headers, [idempotencyHeader]: key } }),
  )
}

async function callOnce<E extends Endpoint>(endpoint: E, input: Input<E>, settings?: Settings): Promise<ReplyOf<E>> {
  return parseReply(endpoint, await readJson(await request(endpoint, input, settings)))
}

/** Calls a paged list; returns one page and the total. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Promise<{ items: ReplyOf<E>; total: number }> {
  const response = await request(endpoint, input)
  const items = parseReply(endpoint, await readJson(response))
  return { items, total: Number(response.headers.get('x-total-count') ?? 0) }
}

/** Validates a reply: a page loaded before an update may not match a newer server. */
function parseReply<E extends Endpoint>(endpoint: E, json: unknown): ReplyOf<E> {
  const { success, data, error } = endpoint.reply.safeParse(json)
  if (success) return data as ReplyOf<E>
  // biome-ignore lint/suspicious/noConsole: whoever looks for the reason finds the field here
  console.error(`${endpoint.method} ${endpoint.path}: the reply does not fit the contract\n`, error.message)
  throw new ApiProblem(200, '', "The server's answer could not be understood. Please reload the page.")
}

/**
 * Calls without the contract's schemas, to keep them out of the landing page and event pages. A write without an
 * answer for 30 seconds counts as no connection.
 */
export async function callUnparsed<E extends Endpoint>(
  endpoint: Pick<E, 'method' | 'path'>,
  input: Input<E>,
): Promise<ReplyOf<E>> {
  const settings = endpoint.method === 'GET' ? {} : { signal: AbortSignal.timeout(30_000) }
  return (await readJson(await request(endpoint, input, settings))) as ReplyOf<E>
}

/** The address of an endpoint, for links and downloads. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, input: { params?: unknown; query?: unknown } = {}): string {
  const params = (input.params ?? {}) as Record<string, string>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const queryEntries = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(queryEntries.map(([name, value]) => [name, String(value)])).toString()
  return `/api${path}${query ? `?${query}` : ''}`
}

function request(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: unknown,
  { signal, headers = {} }: Settings = {},
): Promise<Response> {
  const { body, ...address } = input as { params?: unknown; query?: unknown; body?: unknown }
  return sendRequest(addressOf(endpoint, address), {
    method: endpoint.method,
    signal,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** The connection may break, or the timeout fire, during the response body. */
const readJson = (response: Response): Promise<unknown> =>
  response.json().catch(() => {
    throw noConnection()
  })

/** Returns the response, or throws an `ApiProblem`. */
export async function sendRequest(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, { credentials: 'include', ...options }).catch(() => {
    throw noConnection()
  })
  if (response.ok) return response
  const text = await response.text().catch(() => '')
  throw new ApiProblem(response.status, text, response.statusText, retryAfterOf(response.headers.get('retry-after')))
}

const noConnection = () => new ApiProblem(0, '', 'No connection. Please check your network and try again.')

/** Parses `Retry-After`, which is in seconds or a date, to milliseconds. */
export function retryAfterOf(header: string | null): number {
  if (!header) return 0
  const seconds = Number(header)
  return Math.max(0, Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000) || 0
}
