import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import sharp from 'sharp'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { examples } from '#contract/examples.ts'
import { problems } from '#contract/problems.ts'
import { startServer } from '../testing.ts'

type Schema = { [key: string]: unknown; $ref?: string; properties?: Record<string, Schema> }
type Operation = {
  operationId: string
  summary: string
  description: string
  'x-access': string
  tags: string[]
  security: unknown[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<
    string,
    { $ref?: string; description: string; headers?: object; content?: Record<string, { schema: Schema }> }
  >
}

async function readDocument() {
  const server = await startServer()
  const { body, text } = await server.visitor('GET', '/api/openapi.json')
  const operations = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  )
  return { server, document: body, text, operations }
}

const addressOf = (path: string) => `/api${path.replace(/:(\w+)/g, '{$1}')}`

test('the document of the API lists every call with its access, and nothing that is not there', async () => {
  const { server, document, operations } = await readDocument()

  expect(document).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: '/' }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } } },
  })
  const listed = operations.map(({ method, path, 'x-access': access }) => `${method} ${path} ${access}`)
  const offered = server.app.endpoints.map(
    ({ method, path, access }) => `${method.toLowerCase()} ${addressOf(path)} ${access}`,
  )
  expect(listed.toSorted()).toEqual(offered.toSorted())
})

test('each call in the document is complete', async () => {
  const { server, document, operations } = await readDocument()

  for (const { path, method, ...call } of operations) {
    const endpoint = server.app.endpoints.find(
      (one) => one.method.toLowerCase() === method && addressOf(one.path) === path,
    )
    const inPath = call.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    expect([path, inPath]).toEqual([path, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)])
    expect([path, call.summary]).not.toEqual([path, ''])
    expect(Object.keys(call.responses)).toContain(String(endpoint?.status ?? 200))
    expect([path, method, call.requestBody !== undefined]).toEqual([
      path,
      method,
      Boolean(endpoint?.body ?? endpoint?.bodyContentType),
    ])
    for (const [status, { content, description }] of Object.entries(call.responses)) {
      if (status === 'default' || Number(status) < 400) continue
      // Readiness answers in its own shape, for those who watch it.
      if (status === '503' && endpoint?.otherStatuses?.[503]) {
        expect([path, JSON.stringify(content)]).toEqual(['/api/readyz', expect.stringContaining('failing')])
        continue
      }
      expect([path, status, JSON.stringify(content)]).toEqual([
        path,
        status,
        expect.stringContaining('schemas/Problem'),
      ])
      expect(description).not.toBe('')
    }
  }
  const names = operations.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  const { post: login } = document.paths['/api/auth/login']
  expect([login.security, document.paths['/api/companies'].get.security]).toEqual([[], [{ session: [] }]])
  expect(login.responses['401'].description).toContain('bad-credentials')
  expect(document.components.schemas.Problem.properties.code.enum).toEqual(Object.keys(problems))
})

test('times, ids, numbers, orders and media types are told apart', async () => {
  const { document, operations } = await readDocument()
  const { Registration, Company } = document.components.schemas

  expect(Registration.properties).toMatchObject({
    id: { format: 'uuid' },
    registeredAt: { type: 'string', format: 'date-time' },
  })
  expect(Company.properties.teamSize).toMatchObject({ type: 'integer', minimum: 0 })
  const query = operations.find(({ operationId }) => operationId === 'listCompanyRows')?.parameters ?? []
  const schemas = Object.fromEntries(query.map(({ name, required, schema }) => [name, { required, ...schema }]))
  expect(schemas).toMatchObject({
    sort: { required: false, default: 'name', enum: expect.arrayContaining(['name', '-name', 'totalPoints']) },
    limit: { required: false, type: 'integer', minimum: 1, maximum: 10_000, default: 10_000 },
    cursor: { required: false, type: 'string' },
  })
  const mediaOf = (operationId: string, status: number) => {
    const found = operations.find((operation) => operation.operationId === operationId)
    return Object.keys(found?.responses[status]?.content ?? {})
  }
  expect([mediaOf('exportCompanies', 200), mediaOf('downloadCalendar', 200)]).toEqual([['text/csv'], ['text/calendar']])
  expect([mediaOf('readEventCard', 200), mediaOf('followTopics', 200)]).toEqual([['image/png'], ['text/event-stream']])
  expect([mediaOf('putUpload', 201), mediaOf('logout', 302)]).toEqual([['application/json'], []])
  expect(
    JSON.stringify(operations.find(({ operationId }) => operationId === 'listCompanyRows')?.responses[200]),
  ).toMatch(/X-Total-Count.*Link/)
})

test('values of records, forms of mail programs and refusals of proxies have their shape', async () => {
  const { document, operations } = await readDocument()

  expect(document.components.schemas.NotificationChoices.properties.choices.properties).toMatchObject({
    'proof-approved': { type: 'boolean' },
    'top-three': { type: 'boolean' },
  })
  expect(JSON.stringify(document)).not.toMatch(/"propertyNames":\{[^}]*"enum"/)
  const bodyOf = (id: string) => operations.find(({ operationId }) => operationId === id)?.requestBody?.content
  expect(bodyOf('unsubscribe')).toMatchObject({
    'application/x-www-form-urlencoded': { schema: { properties: { 'List-Unsubscribe': { const: 'One-Click' } } } },
  })
  for (const { description, responses } of operations) {
    expect([description, responses.default]).toEqual([
      expect.stringContaining('may call it'),
      { $ref: '#/components/responses/Refusal' },
    ])
  }
})

test('every example is what its shape accepts', () => {
  const named = new Map([...api.schemas].map(([schema, name]) => [name, schema]))
  for (const [name, example] of Object.entries(examples)) {
    const parsed = named.get(name)?.safeParse(example)
    expect([name, parsed?.error?.issues ?? parsed?.success]).toEqual([name, true])
  }
})

test('a linter has nothing to say about the document', async () => {
  const { text } = await readDocument()
  const config = await createConfig({ extends: ['recommended'] })

  const found = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })

  expect(
    found.map(({ severity, ruleId, message, location }) => [severity, ruleId, message, location[0]?.pointer]),
  ).toEqual([])
})

test('a client generated from the document compiles and walks from signup to the leaderboard', async () => {
  const { server, document } = await readDocument()
  const folder = join(import.meta.dirname, '../../../node_modules/.cache/api-client')
  mkdirSync(folder, { recursive: true })
  const types = astToString(await openapiTypescript(document as OpenAPI3, { defaultNonNullable: false }))
  writeFileSync(join(folder, 'api-types.ts'), types)
  const source = join(import.meta.dirname, 'api-client/walk.ts')
  copyFileSync(source, join(folder, 'walk.ts'))

  const program = ts.createProgram([join(folder, 'walk.ts')], {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    types: [],
  })
  const complaints = ts.getPreEmitDiagnostics(program).map(({ messageText, file, start = 0 }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
  expect(complaints).toEqual([])

  const photos = [1, 2, 3, 4, 5, 6].map(async (nth) => {
    const picture = { width: 64, height: 48, channels: 3 as const, background: { r: nth * 40, g: 90, b: 20 } }
    const bytes = await sharp({ create: picture }).jpeg().toBuffer()
    return { fileName: `walk-${nth}.jpg`, bytes: new Uint8Array(bytes) }
  })
  const { cookie } = await server.anAdmin('organiser')
  const { walk } = await import(source)
  expect(await walk(server.base, cookie, await Promise.all(photos))).toMatchObject([{ name: 'Walkers', points: 40 }])
})
