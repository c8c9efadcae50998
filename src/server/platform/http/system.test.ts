import { expect, test } from 'vitest'
import { plain, sendRaw } from '#server/testing/raw.ts'
import { startServer } from '#server/testing.ts'

test('the process says that it is alive and that it is ready', async () => {
  const { visitor } = await startServer()

  const [health, ready] = [await visitor('GET', '/api/healthz'), await visitor('GET', '/api/readyz')]

  expect([health.status, health.body, ready.status, ready.body]).toEqual([200, { status: 'ok' }, 200, { status: 'ok' }])
})

test('the numbers of the process count answers by status', async () => {
  const { visitor } = await startServer()
  await visitor('GET', '/api/nowhere')
  await visitor('GET', '/api/nowhere')

  const reply = await visitor('GET', '/api/metrics')

  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(reply.text).toMatch(/^http_responses_total\{status="404"\} 2$/m)
  expect(reply.text).toMatch(/^live_streams 0$/m)
  expect(reply.text).toMatch(/^process_resident_memory_bytes \d+$/m)
})

test('through a proxy the numbers are not there', async () => {
  const { visitor } = await startServer()

  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via']) {
    const reply = await visitor('GET', '/api/metrics', undefined, { headers: { [name]: 'for=127.0.0.1' } })
    expect([name, reply.status]).toEqual([name, 404])
  }
})

test('the document of the API lists every call with its access, its refusals and nothing that is not there', async () => {
  const { app, visitor } = await startServer()

  const { body } = await visitor('GET', '/api/openapi.json')

  expect(body).toMatchObject({
    openapi: '3.1.0',
    info: { title: expect.any(String), version: expect.any(String) },
    servers: [{ url: 'http://week.test' }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } } },
  })
  const listed = Object.entries(body.paths as Record<string, Record<string, { 'x-access': string }>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, call]) => `${method} ${path} ${call['x-access']}`),
  )
  const opened = app.openings.map(
    ({ method, path, access }) => `${method.toLowerCase()} /api${path.replace(/:(\w+)/g, '{$1}')} ${access}`,
  )
  expect(listed.toSorted()).toEqual(opened.toSorted())
})

type Operation = {
  summary: string
  security: unknown[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: { 'application/json': { schema: { type: string; properties: object } } } }
  responses: Record<string, { description: string }>
}

test('each call in the document is complete', async () => {
  const { visitor, app } = await startServer()
  const takesBody = (method: string, path: string) =>
    app.openings.some(
      (opening) =>
        opening.endpoint?.body &&
        opening.method.toLowerCase() === method &&
        `/api${opening.path.replace(/:(\w+)/g, '{$1}')}` === path,
    )

  const { body } = await visitor('GET', '/api/openapi.json')

  for (const [path, methods] of Object.entries(body.paths as Record<string, Record<string, Operation>>)) {
    for (const [method, call] of Object.entries(methods)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const named = call.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect([path, named]).toEqual([path, inPath])
      expect(call.summary).not.toBe('')
      expect(Object.keys(call.responses).some((status) => status.startsWith('2'))).toBe(true)
      expect(call.responses['401']?.description).toContain('not-signed-in')
      expect([path, method, call.requestBody !== undefined]).toEqual([path, method, takesBody(method, path)])
      if (call.requestBody) {
        const schema = call.requestBody.content['application/json'].schema
        expect([path, schema?.type, Object.keys(schema?.properties ?? {}).length > 0]).toEqual([path, 'object', true])
      }
    }
  }
  const secured = body.paths['/api/auth/login'].post
  expect([secured.security, body.paths['/api/companies'].get.security]).toEqual([[], [{ session: [] }]])
  expect(secured.responses['401'].description).toContain('bad-credentials')
})

test('methods that echo or tunnel are not offered', async () => {
  const { base } = await startServer()

  const trace = await sendRaw(base, plain('TRACE', '/api/healthz', { cookie: 'session=secret' }))
  const tunnel = await sendRaw(base, plain('CONNECT', 'evil.test:443'))

  expect(trace.statuses).toEqual([405])
  expect(trace.text).not.toContain('secret')
  expect(tunnel.statuses).toEqual([])
  expect(tunnel.closed).toBe(true)
})
