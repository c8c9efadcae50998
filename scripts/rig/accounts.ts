// Calls that prepare a new product: accounts, sessions, companies, an event.
import { setTimeout as sleep } from 'node:timers/promises'

export const password = 'Lanes-and-sun-42'
export const administrator = { email: 'organiser@week.test', password }

export type Post = (path: string, body: unknown, cookie?: string, headers?: Record<string, string>) => Promise<Response>

export const createPost =
  (base: string): Post =>
  (path, body, cookie = '', headers = {}) =>
    fetchPatiently(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, ...headers },
      body: JSON.stringify(body),
    })

/** Retries on 503: on a busy computer a request may time out waiting for a database connection. */
export async function fetchPatiently(url: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const reply = await fetch(url, init)
    if (reply.status !== 503 || tries === 10) return reply
    await sleep(1_000)
  }
}

/** Throws here if a preparation is refused, so that the test does not fail later for another reason. */
export async function requireOk(replying: Promise<Response>): Promise<Response> {
  const reply = await replying
  if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}: ${await reply.text()}`)
  return reply
}

export const cookieOf = (reply: Response) => reply.headers.get('set-cookie')?.split(';')[0] ?? ''

/** Returns the cookie of a new session. */
export const logIn = async (post: Post, account = administrator): Promise<string> =>
  cookieOf(await requireOk(post('/api/auth/login', account)))

/** A company with a finished profile, and its coordinator's session. */
export async function createCompany(post: Post, { name, email }: { name: string; email: string }) {
  const contact = { contactPersonName: 'Ada Lovelace', phone: '+59991234567' }
  const account = { email, password }
  await requireOk(post('/api/auth/signup', { ...account, confirmPassword: password, companyName: name, ...contact }))
  const cookie = await logIn(post, account)
  const created = await requireOk(post('/api/companies', { name, email, teamSize: 12, ...contact }, cookie))
  const { id } = (await created.json()) as { id: string }
  return { id, name, email, cookie }
}

/** An event, by default far in the future. */
export async function createEvent(post: Post, more: object = {}): Promise<{ id: string; shortCode: string }> {
  const event = {
    title: 'Harbour run',
    description: 'Five kilometres at your own pace.',
    eventDate: '2099-01-01T10:00:00Z',
  }
  const reply = await requireOk(post('/api/events', { ...event, ...more }, await logIn(post)))
  return (await reply.json()) as { id: string; shortCode: string }
}
