import type { z } from 'zod'
import { branding } from '#contract/branding/branding.ts'
import {
  type Access,
  captureDeviceHeader,
  captureTokenHeader,
  doorPassHeader,
  type Endpoint,
} from '#contract/endpoint.ts'
import { type ProblemCode, problems, problemsOf } from '#contract/problems.ts'
import { createSchemas, type Schemas } from './schemas.ts'

/** Names of the contract beside its endpoints. */
export type ApiNames = {
  tags: { name: string; description: string }[]
  operations: ReadonlyMap<Endpoint, { operationId: string; tag: string }>
  schemas: ReadonlyMap<z.ZodType, string>
  examples: Readonly<Record<string, unknown>>
}

type Installation = { cookieName: string; contact: { name: string; url: string; email?: string } }

/** The API as an OpenAPI 3.1 document, generated from the contract. */
export function describeApi(endpoints: readonly Endpoint[], names: ApiNames, { cookieName, contact }: Installation) {
  const schemas = createSchemas(names.schemas, names.examples)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const address = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    const item = paths[address] ?? {}
    paths[address] = item
    item[endpoint.method.toLowerCase()] = operationOf(endpoint, names, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${branding.eventName} API`,
      version: '1',
      summary: 'Everything the product does, as its own pages use it.',
      description: introduction,
      contact,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    servers: [{ url: '/' }],
    tags: names.tags,
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName, description: 'Set by `POST /api/auth/login`' },
        doorPass: { type: 'apiKey', in: 'header', name: doorPassHeader, description: "Of a volunteers' link" },
        captureToken: { type: 'apiKey', in: 'header', name: captureTokenHeader, description: 'Of a team link' },
        captureDevice: { type: 'apiKey', in: 'header', name: captureDeviceHeader, description: "A guest's own secret" },
      },
      headers,
      responses: { Refusal: refusal },
      schemas: { ...sorted(schemas.components), Problem: problemSchema },
    },
  }
}

const introduction = [
  'Every refusal is a `Problem`: its `code` is for programs and is never renamed, its `message` is a sentence for people.',
  'Lists answer a plain array; `X-Total-Count` has the total and `Link` the next page. Its cursor stays right while rows come and go. A `cursor` of digits skips that many rows.',
  'What creates something takes an `Idempotency-Key`: a repeat with the same key and input gets the first answer again.',
  'Writes from a browser must come from the product’s own pages. Times are ISO 8601 in UTC.',
].join('\n\n')

function operationOf(endpoint: Endpoint, { operations }: ApiNames, schemas: Schemas) {
  const name = operations.get(endpoint)
  if (!name) throw new Error(`${endpoint.method} ${endpoint.path} is not exported by any slice of the contract`)
  const { access, summary, status = 200, otherStatuses = {} } = endpoint
  return {
    operationId: name.operationId,
    tags: [name.tag],
    summary,
    description: descriptionOf(endpoint),
    'x-access': access,
    security: securityOf(access),
    parameters: [
      ...parameters('path', schemas, endpoint.params),
      ...parameters('query', schemas, endpoint.query),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    ...requestBody(endpoint, schemas),
    responses: {
      [status]: {
        description: status === 302 ? 'Goes on to a page' : 'Done',
        ...(status === 302 || status === 204 ? {} : { content: contentOf(endpoint, schemas) }),
        ...headersOf(endpoint),
      },
      ...refusalsOf(endpoint),
      default: { $ref: '#/components/responses/Refusal' },
      ...Object.fromEntries(
        Object.entries(otherStatuses).map(([other, description]) => [
          other,
          { description, ...(other === '503' ? { content: contentOf(endpoint, schemas) } : {}) },
        ]),
      ),
    },
  }
}

const callers: Record<Access, string> = {
  public: 'Anyone may call it.',
  'signed-in': 'Whoever is signed in may call it.',
  company: 'Signed-in people of a company may call it.',
  administrator: 'Administrators may call it.',
  door: "Administrators may call it, and whoever holds the event's link for volunteers.",
  guest: 'Whoever holds a team link may call it, signed in or not.',
}

function descriptionOf({ access, method, duringMaintenance, idempotent }: Endpoint) {
  return [
    callers[access],
    ...(idempotent ? ['A repeat with the same `Idempotency-Key` gets the first answer again.'] : []),
    ...(method === 'GET' || duringMaintenance ? [] : ['It answers 503 while operators have paused changes.']),
  ].join(' ')
}

const securityOf = (access: Access) => [
  ...(access === 'public' || access === 'guest' ? [] : [{ session: [] }]),
  ...(access === 'door' ? [{ doorPass: [] }] : []),
  ...(access === 'guest' ? [{ captureToken: [], captureDevice: [] }] : []),
]

function requestBody({ body, bodyContentType }: Endpoint, { schemaOf }: Schemas) {
  if (body)
    return { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }
  return bodyContentType ? { requestBody: { required: true, content: bytes(bodyContentType) } } : {}
}

function contentOf({ reply, contentType }: Endpoint, { schemaOf }: Schemas) {
  if (!contentType) return { 'application/json': { schema: schemaOf(reply, 'output') } }
  return typeof contentType === 'string' && contentType.startsWith('text/')
    ? { [contentType]: { schema: { type: 'string' } } }
    : bytes(contentType)
}

const bytes = (types: string | readonly string[]) =>
  Object.fromEntries([types].flat().map((type) => [type, { schema: schemaOfBytes(type) }]))

const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
const schemaOfBytes = (type: string) => (forms.includes(type) ? oneClick : { type: 'string', format: 'binary' })

/** The form that mail programs post to the `List-Unsubscribe` address (RFC 8058). */
const oneClick = { type: 'object', properties: { 'List-Unsubscribe': { type: 'string', const: 'One-Click' } } }

function parameters(place: 'path' | 'query', { schemaOf }: Schemas, schema?: z.ZodType) {
  if (!schema) return []
  // Use the output schema: the input of a parameter is only a text.
  const { properties = {}, required = [] } = schemaOf(schema, 'output') as {
    properties?: Record<string, { default?: unknown }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && shape.default === undefined),
    schema: shape,
  }))
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Chosen by the caller, for instance a UUID. For 24 hours a repeat with the same key and input gets the first answer again and changes nothing; the answer then says `Idempotency-Replayed: true`.',
  schema: { type: 'string', pattern: '^[\\w.:-]{16,200}$' },
}

const headers = {
  TotalCount: { description: 'How many there are on all pages', schema: { type: 'integer', minimum: 0 } },
  NextPage: {
    description: 'The address of the next page, if there is one',
    schema: { type: 'string' },
    example: '</api/admin/companies?cursor=WyJhY21lIl0>; rel="next"',
  },
  RetryAfter: { description: 'In how many seconds to try again', schema: { type: 'integer', minimum: 1 } },
  EntityTag: { description: 'For `If-None-Match`', schema: { type: 'string' } },
  IdempotencyReplayed: {
    description: 'The answer to an earlier request with the same key',
    schema: { type: 'string', const: 'true' },
  },
  SessionCookie: { description: 'The session', schema: { type: 'string' } },
}

const header = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

function headersOf({ query, idempotent, otherStatuses, setsCookie }: Endpoint) {
  const isList = query !== undefined && 'shape' in query && 'cursor' in (query.shape as object)
  const found = {
    ...(isList ? { 'X-Total-Count': header('TotalCount'), Link: header('NextPage') } : {}),
    ...(otherStatuses?.[304] ? { ETag: header('EntityTag') } : {}),
    ...(idempotent ? { 'Idempotency-Replayed': header('IdempotencyReplayed') } : {}),
    ...(setsCookie ? { 'Set-Cookie': header('SessionCookie') } : {}),
  }
  return Object.keys(found).length > 0 ? { headers: found } : {}
}

/** Only requests with a body can be refused for it, and only writes for their origin. */
const needsBody: readonly ProblemCode[] = ['malformed-body', 'wrong-content-type', 'content-encoded', 'too-large']

function refusalsOf(endpoint: Endpoint) {
  const { body, bodyContentType, method, problems: declared = [] } = endpoint
  const codes = problemsOf(endpoint).filter(
    (code) =>
      declared.includes(code) ||
      !((needsBody.includes(code) && !body && !bodyContentType) || (code === 'cross-site' && method === 'GET')),
  )
  const statuses = [...new Set(codes.map((code) => problems[code].status))]
  return Object.fromEntries(
    statuses.map((status) => {
      const found = codes.filter((code) => problems[code].status === status)
      return [
        status,
        {
          description: found.map((code) => `\`${code}\`: ${problems[code].sentence}`).join('\n\n'),
          ...(status === 429 || status === 503 ? { headers: { 'Retry-After': header('RetryAfter') } } : {}),
          content: {
            'application/json': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/Problem' },
                  { type: 'object', properties: { code: { type: 'string', enum: found } } },
                ],
              },
            },
          },
        },
      ]
    }),
  )
}

/** A proxy or a later release may refuse with another status. */
const refusal = {
  description: 'Another refusal',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

const problemSchema = {
  type: 'object',
  description: 'Why a call was refused',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string', description: 'A sentence for people' },
    code: { type: 'string', description: 'For programs; never renamed', enum: Object.keys(problems) },
    fields: {
      type: 'object',
      description: 'With `invalid-input`: what is wrong, by the name of the field',
      additionalProperties: { type: 'string' },
    },
    requestId: { type: 'string', description: 'Names this answer in the log' },
  },
  examples: [{ message: 'Please sign in to continue.', code: 'not-signed-in', requestId: 'req-1' }],
}

const sorted = (components: Record<string, object>) =>
  Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => a.localeCompare(b)))
