import type { Method } from '#contract/endpoint.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
type Reply = { status: number; body: any; text: string; headers: Headers }
type CallOptions = { headers?: Record<string, string>; raw?: string }
export type Caller = (
  method: Method | 'HEAD' | 'OPTIONS',
  path: string,
  body?: unknown,
  options?: CallOptions,
) => Promise<Reply>

/** Calls this server with the cookie of a session, or without one. */
export const createCaller =
  (base: string) =>
  (cookie?: string): Caller =>
  async (method, path, body, { headers = {}, raw } = {}) => {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      body: payload,
      headers: {
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
    })
    const text = await response.text()
    return { status: response.status, text, body: parsed(text), headers: response.headers }
  }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
