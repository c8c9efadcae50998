import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { users } from '../features/auth/tables.ts'
import { anEvent, aRegistration } from '../testing/data/events.ts'
import { addressOf, type Person, requests, World } from '../testing/data/world.ts'
import { rowCounts } from '../testing/database/contents.ts'
import * as fuzz from '../testing/fuzz.ts'
import { patiently } from '../testing/guards.ts'
import { startServer } from '../testing.ts'

/** Three thousand in every run; `FUZZ_RUNS=100000` before a release. */
const runs = Number(process.env.FUZZ_RUNS ?? 3_000)
const longest = 5_000
/** What a stranger learns nothing from. */
const revealing =
  /node_modules|\/src\/|\.ts:\d|\bat \w+ \(|\bselect\b.+\bfrom\b|insert into|violates|drizzle|syntax error|ECONN/i

const roles = ['visitor', 'company', 'administrator'] as const
type Asked = { method: string; path: string; headers: Record<string, string>; body?: string }

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
afterAll(() => agent.destroy())

function ask(base: string, { method, path, headers, body }: Asked): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const sending = request({ hostname, port, method, path, headers, agent, timeout: longest }, (answer) => {
      let text = ''
      const done = () => resolve({ status: answer.statusCode ?? 0, text })
      answer.setEncoding('utf8')
      answer.on('data', (piece) => {
        text += piece
      })
      answer.on('close', done)
      answer.on('error', done)
      if (answer.headers['content-type']?.startsWith('text/event-stream')) answer.destroy()
    })
    sending.on('timeout', () => reject(new Error(`no answer in ${longest} ms`)))
    // Refused before it was sent whole: the answer has come, or the line was cut on purpose.
    sending.on('error', (error: NodeJS.ErrnoException) =>
      ['EPIPE', 'ECONNRESET'].includes(error.code ?? '') ? resolve({ status: 400, text: '' }) : reject(error),
    )
    sending.end(body)
  })
}

async function aTarget() {
  const server = await startServer({ environment: { TRUST_PROXY: '127.0.0.1' } })
  const world = new World(server)
  const company = await world.joinWithCompany('acme')
  const victim = await world.joinWithCompany('zorg')
  const [administrator, eve] = [await world.join('root', { isAdmin: true }), await world.join('eve', { isAdmin: true })]
  const people: Record<string, Person> = { company, administrator }
  const cookies: Record<string, string> = {}
  /** After something was accepted: whoever it shut out comes back in. */
  async function revive() {
    await server.db.update(users).set({ disabledAt: null, passwordExpiresAt: null })
    for (const [role, person] of Object.entries(people)) cookies[role] = (await person.enter()).cookie
  }
  await revive()
  const { id: eventId } = await anEvent(administrator.call)
  const { id: attendeeId } = await aRegistration(server.visitor, administrator.call, eventId)
  const ids = [company.companyId, victim.companyId, eve.userId, administrator.userId, eventId, attendeeId]
  return { ...server, cookies, revive, ids, eventId, attendeeId }
}

type Target = Awaited<ReturnType<typeof aTarget>>

/** A request to one of the calls, right at first, then damaged. */
function damaged({ app, eventId, attendeeId, ids: [own = '', victim = '', adminId = '', ...others] }: Target) {
  const about = { companyId: victim, adminId, email: 'acme@mail.test', eventId, attendeeId, word: 'fuzz' }
  return fc.constantFrom(...app.endpoints).chain((endpoint) => {
    const { method, path } = endpoint
    const right = requests[`${method} ${path}`]?.(about).body
    return fc.record({
      role: fc.constantFrom(...roles),
      method: fc.oneof({ weight: 9, arbitrary: fc.constant<string>(method) }, otherMethods),
      id: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(own, victim, adminId, ...others) }, fuzz.pathPart),
      query: fuzz.query,
      headers: fuzz.headers,
      body: method === 'GET' ? fc.constant(undefined) : fuzz.bodyOf(right, fuzz.fieldsOf(endpoint.body)),
      path: fc.constant(path),
    })
  })
}

const otherMethods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE')
type Damaged = { [Name in keyof Asked]: Asked[Name] } & { role: string; id: string; query: string }
let number = 0

async function sendTo(
  { base, cookies, attendeeId }: Target,
  { role, method, id, query, headers, body, path }: Damaged,
) {
  number += 1
  const cookie = cookies[role]
  const asked = {
    method,
    path: addressOf(path, { id, attendeeId }) + query,
    headers: {
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      ...(cookie ? { cookie } : {}),
      // Everybody comes from elsewhere, so that the limits do not end the search.
      'x-forwarded-for': `203.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
      ...headers,
    },
    body,
  }
  const reply = await patiently(() => ask(base, asked))
  expect([reply.status < 500, reply.status]).toEqual([true, reply.status])
  if (reply.status >= 400) expect(reply.text).not.toMatch(revealing)
  return reply
}

const crowd = 6
const flood = Math.ceil((runs * 5) / 6)

test(
  `${flood} damaged requests over every call and role: no 5xx, no hang, nothing revealed`,
  async () => {
    const target = await aTarget()
    const seen = new Set<number>()

    await fc.assert(
      fc.asyncProperty(fc.array(damaged(target), { minLength: crowd, maxLength: crowd }), async (requests) => {
        const replies = await Promise.all(requests.map((one) => sendTo(target, one)))
        for (const { status } of replies) seen.add(status)
        if (replies.some(({ status }) => status < 400)) await target.revive()
      }),
      { numRuns: Math.ceil(flood / crowd), endOnFailure: true },
    )

    // That the generator reaches the depths: something of everything was answered.
    expect([...seen]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 409]))
  },
  Math.max(120_000, runs * 60),
)

test(
  `${runs - flood} damaged requests, one after the other: a refusal writes nothing`,
  async () => {
    const target = await aTarget()
    const count = () => rowCounts(target.db, { without: ['attempts'] })
    let before = await count()

    await fc.assert(
      fc.asyncProperty(damaged(target), async (request) => {
        const { status } = await sendTo(target, request)
        if (status < 400) await target.revive()
        const after = await count()
        if (status >= 400) expect(after).toBe(before)
        before = after
      }),
      { numRuns: runs - flood, endOnFailure: true },
    )
  },
  Math.max(120_000, runs * 60),
)
