import { captureDeviceHeader, captureTokenHeader, doorPassHeader } from '../../src/contract/endpoint.ts'
import { days } from '../../src/server/platform/clock.ts'
import { sessionCookie } from '../../src/server/platform/sessions/cookie.ts'
import { startSession } from '../../src/server/platform/sessions/sessions.ts'
import { cookieOf, fetchPatiently } from '../rig/accounts.ts'
import type { DemoProduct } from './product.ts'

type Reply = { body: Record<string, string>; cookie: string }
/** Throws for every unsuccessful answer: the week must have no gap. */
export type Caller = (method: string, path: string, body?: unknown) => Promise<Reply>

function request(base: string, headers: () => Promise<Record<string, string>>): Caller {
  return async (method, path, body) => {
    const reply = await fetchPatiently(base + path, {
      method,
      headers: { ...(await headers()), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
    return { body: JSON.parse(text || '{}'), cookie: cookieOf(reply) }
  }
}

export const asVisitor = ({ base }: DemoProduct): Caller => request(base, async () => ({}))

export const asVolunteer = ({ base }: DemoProduct, secret: string): Caller =>
  request(base, async () => ({ [doorPassHeader]: secret }))

/** A colleague without an account, on a device of their own. */
export const asGuest = ({ base }: DemoProduct, token: string, device: string): Caller =>
  request(base, async () => ({ [captureTokenHeader]: token, [captureDeviceHeader]: device }))

/** Keeps the user signed in throughout the week: replaces a session before it expires. */
export function asUser({ base, platform }: DemoProduct, userId: string): Caller {
  const { name } = sessionCookie(platform.config)
  let session: { cookie: string; startedAt: number } | undefined
  return request(base, async () => {
    const now = platform.clock.now()
    if (!session || now.getTime() - session.startedAt > days(5)) {
      const { secret } = await platform.db.transaction((tx) => startSession(tx, userId, now))
      session = { cookie: `${name}=${secret}`, startedAt: now.getTime() }
    }
    return { cookie: session.cookie }
  })
}
