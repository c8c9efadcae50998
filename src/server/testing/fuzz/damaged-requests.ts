import fc from 'fast-check'
import { api } from '#contract/api.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { bodies } from '../requests.ts'
import { bodyOf, headers, pathPart, queryOf } from './damage.ts'
import { schemaOf } from './schemas.ts'

/** The roles of callers. The wrong ones hold an invalid session or link. */
export const roles = [
  ...['visitor', 'newcomer', 'company', 'administrator', 'doorPass', 'guest'],
  ...['wrongSession', 'garbledSession', 'wrongDoorPass', 'wrongGuest'],
] as const
export type Role = (typeof roles)[number]

const allowed: Record<Access, readonly Role[]> = {
  public: roles,
  'signed-in': ['company', 'administrator', 'newcomer'],
  company: ['company', 'newcomer'],
  administrator: ['administrator'],
  door: ['administrator', 'doorPass'],
  guest: ['guest'],
}

/** A generated request: `{event}` and other placeholders stand for the current people's ids. */
export type Damaged = {
  role: Role
  method: string
  path: string
  headers: Record<string, string | string[]>
  body?: string
  /** Non-ASCII text is sent as Latin-1, which is invalid UTF-8. */
  isLatin: boolean
}

/** The placeholder of a path parameter, by the path before it. */
const subjects: [path: RegExp, name: string][] = [
  [/^\/admin\/companies\/$/, '{company}'],
  [/^\/admin\/admins\/$/, '{admin}'],
  [/^\/(companies|leaderboard)\/$/, '{company}'],
  [/^\/tasks\/$/, '{task}'],
  [/^\/proofs\/$/, '{proof}'],
  [/^\/capture-links\/$/, '{link}'],
  [/^\/events\/$/, '{event}'],
  [/\/(registrations|check-in)\/$/, '{attendee}'],
  [/\/door-passes\/$/, '{pass}'],
  [/\/unsubscriptions\/$/, 'A'.repeat(43)],
  [/\/(uploads|files|tus)\/$/, 'proofs'],
  [/^\/capture\/files\/$/, '{file}'],
  [/\/proofs\/\w+$/, '{file}'],
]

function pathOf(path: string): fc.Arbitrary<string> {
  const pieces = path.split(/:\w+/)
  const parameters = pieces.slice(0, -1).map((piece, n) => {
    const known = subjects.find(([before]) => before.test(n === 0 ? piece : `${pieces[0]}x${piece}`))?.[1] ?? '{file}'
    const other = fc.constantFrom('{company}', '{victim}', '{admin}', '{event}', '{attendee}', '{task}', '{unknown}')
    return fc.oneof({ weight: 8, arbitrary: fc.constant(known) }, { weight: 1, arbitrary: other }, pathPart)
  })
  return fc.tuple(...parameters).map((given) => `/api${pieces.map((piece, n) => piece + (given[n] ?? '')).join('')}`)
}

const about = {
  companyId: '{company}',
  adminId: '{admin}',
  email: '{email}',
  eventId: '{event}',
  attendeeId: '{attendee}',
  word: '{word}',
}

/** Replaces ids in the body where the contract has one id for several things. */
function rightBody(name: string): Record<string, unknown> | undefined {
  const body = bodies[name]?.(about)
  return body && 'taskId' in body ? { ...body, taskId: '{task}' } : body
}

const resumable = {
  'tus-resumable': '1.0.0',
  'upload-length': '1000',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
  'upload-metadata': 'filename cnVuLmpwZw==,filetype aW1hZ2UvanBlZw==',
}

const otherMethods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE')

function requestTo(endpoint: Endpoint): fc.Arbitrary<Damaged> {
  const { method, path, access } = endpoint
  const [schema, right] = [schemaOf(endpoint.body), rightBody(`${method} ${path}`)]
  const usual = path.includes('/tus') ? resumable : {}
  return fc
    .record({
      role: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...allowed[access]) },
        { weight: 1, arbitrary: fc.constantFrom(...roles) },
      ),
      method: fc.oneof({ weight: 14, arbitrary: fc.constant<string>(method) }, otherMethods),
      path: pathOf(path),
      query: queryOf(schemaOf(endpoint.query)),
      headers,
      body: method === 'GET' ? fc.constant(undefined) : bodyOf(right, schema),
      isLatin: fc.nat(30).map((n) => n === 0),
    })
    .map(({ path: address, query, headers: damaged, ...request }) => ({
      ...request,
      path: address + query,
      headers: { ...usual, ...damaged },
    }))
}

/** These calls compute a hash, draw, or start a process: a low weight leaves time for the others. */
const costly = /password|\/auth\/(signup|login|first-administrator)|POST \/admin\/admins|^POST \/report|(card|qr)\.png$/

/** A request to any call of the contract: valid first, then damaged. */
export const damagedRequest: fc.Arbitrary<Damaged> = fc.oneof(
  ...[...api.operations.keys()].map((endpoint) => ({
    weight: costly.test(`${endpoint.method} ${endpoint.path}`) ? 1 : 10,
    arbitrary: requestTo(endpoint),
  })),
)
