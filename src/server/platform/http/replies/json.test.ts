import { expect, test } from 'vitest'
import { sessions } from '#server/platform/sessions/tables.ts'
import { contents } from '#server/testing/database/contents.ts'
import { plain, sendRaw } from '#server/testing/network/raw.ts'
import { startServer, startWorld } from '#server/testing.ts'

const inside = (value: string) => `{"name":${value}}`
const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`

const unreadable: Record<string, string> = {
  'broken off': '{"name":',
  'two values': '{} {}',
  'a comment': '{/* */}',
  'single quotes': "{'name':'x'}",
  'a comma too many': '{"name":"xx",}',
  'not a number': inside('NaN'),
  'a byte order mark': '\ufeff{}',
  'a raw line break in a text': inside('"a\nb"'),
  'a key twice': '{"name":"Good NV","name":"Evil NV"}',
  'a key twice, once escaped': '{"name":"Good NV","\\u006eame":"Evil NV"}',
  'a key twice further in': '{"name":{"a":1,"a":2}}',
  'a prototype': '{"__proto__":{"isAdmin":true}}',
  'a prototype that is a number': '{"__proto__":1}',
  'an escaped prototype': '{"\\u005f_proto__":{"isAdmin":true}}',
  'a constructor': '{"constructor":{"prototype":{"isAdmin":true}}}',
  'a prototype further in': inside('{"__proto__":{}}'),
  'ten thousand lists': inside(nested(10_000, '[', ']')),
  'ten thousand objects': inside(nested(10_000, '{"a":', '}')),
}

const refused: Record<string, string> = {
  'a list': '[]',
  null: 'null',
  'a text': '"name"',
  'a number': '1',
  'yes or no': 'true',
  'a list for a text': inside('["xx"]'),
  'an object for a text': inside('{"length":5}'),
  'a number for a text': inside('1234'),
  'null for a text': inside('null'),
  'a text for a number': '{"teamSize":"12"}',
  'a huge number': '{"teamSize":1e400}',
  'a number out of range': '{"teamSize":2147483648}',
  'a half': '{"teamSize":1.5}',
  'a NUL': inside('"a\\u0000b"'),
  'half a character': inside('"ab\\ud800"'),
  'the other half': inside('"\\udc00ab"'),
  'both halves the wrong way round': inside('"\\udc00\\ud800"'),
  'an unknown field': '{"naem":"Good NV"}',
  'a known field of the table': '{"totalPoints":1}',
  'a field that objects inherit': '{"toString":"x"}',
  'a text of a hundred thousand': inside(`"${'x'.repeat(100_000)}"`),
}

test('a body that can be read in two ways, or not at all, is refused before anybody looks at it', async () => {
  const { db, acme } = await startWorld({ acme: 'company' })
  const before = await contents(db)

  for (const [what, raw] of Object.entries(unreadable)) {
    const reply = await acme('PATCH', `/api/companies/${acme.companyId}`, undefined, { raw })
    expect([what, reply.status, reply.body.code]).toEqual([what, 400, 'malformed-body'])
  }
  expect(await contents(db)).toEqual(before)
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test('a body of another shape is refused with the field named', async () => {
  const { db, acme } = await startWorld({ acme: 'company' })
  const before = await contents(db)

  for (const [what, raw] of Object.entries(refused)) {
    const reply = await acme('PATCH', `/api/companies/${acme.companyId}`, undefined, { raw })
    expect([what, reply.status, reply.body.code]).toEqual([what, 400, 'invalid-input'])
    expect(Object.values(reply.body.fields)).not.toContain('')
    expect(reply.text.length).toBeLessThan(500)
  }
  expect(await contents(db)).toEqual(before)
})

test('text of every script, and signs that look dangerous, are kept as they were typed', async () => {
  const { acme } = await startWorld({ acme: 'company' })
  const names = [
    '<img src=x onerror=alert(1)>',
    "Robert'); drop table users;--",
    '🏃‍♀️ Loop 𝒩𝒱',
    'שלום',
    '{{7*7}} <%=7*7%>',
    '\\u0000',
  ]

  for (const name of names) {
    const reply = await acme('PATCH', `/api/companies/${acme.companyId}`, { name })
    expect([reply.status, reply.body.name]).toEqual([200, name])
  }
})

test('an empty body is refused where one is needed', async () => {
  const { visitor, base } = await startServer()

  const replies = [
    await visitor('POST', '/api/auth/login'),
    await visitor('POST', '/api/auth/login', undefined, { raw: '' }),
    await visitor('POST', '/api/auth/login', undefined, { headers: { 'content-type': 'application/json' } }),
    await visitor('POST', '/api/auth/login', {}),
  ]
  const announced = await sendRaw(
    base,
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 0\r\n\r\n',
  )

  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [400, 'invalid-input']))
  expect(announced.statuses).toEqual([400])
})

test('a body of more than 128 kB is refused, however it comes', async () => {
  const { visitor, base } = await startServer()
  const megabyte = JSON.stringify({ email: 'x'.repeat(1_000_000), password: 'x' })
  const chunked = [
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    ...Array.from({ length: 20 }, () => `4000\r\n${'x'.repeat(0x4000)}\r\n`),
    '0\r\n\r\n',
  ].join('')

  const announced = await visitor('POST', '/api/auth/login', undefined, { raw: megabyte })
  const inPieces = await sendRaw(base, chunked)

  expect(announced).toMatchObject({ status: 413, body: { code: 'too-large' } })
  expect(inPieces.statuses[0]).toBe(413)
})

test('a stranger’s megabyte is not even read where signing in is needed', async () => {
  const { visitor } = await startServer()

  const reply = await visitor('POST', '/api/companies', undefined, { raw: 'x'.repeat(1_000_000) })

  expect(reply.status).toBe(401)
})

const types = [
  'text/plain',
  'text/plain; application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'application/json, text/plain',
  'application/vnd.api+json',
  'application/xml',
  '*/*',
  'json',
  'application/json\ttext/plain',
  'application/json x',
  'application\t/json',
  '\u00a0application/json',
]

test('anything but JSON is refused, whatever trick the type plays', async () => {
  const { base, db } = await startServer()
  const body = '{"email":"ada@mail.test","password":"x"}'

  for (const type of [...types, undefined]) {
    const { statuses } = await sendRaw(
      base,
      plain('POST', '/api/auth/login', type ? { 'content-type': type } : {}, body),
    )
    expect([type, statuses]).toEqual([type, [415]])
  }
  expect(await db.$count(sessions)).toBe(0)
})

test('a type that differs from JSON in space, case or charset only is the same guard, not a way around it', async () => {
  const { base } = await startServer()

  for (const type of [
    ' application/json',
    '\tapplication/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;',
  ]) {
    const { statuses } = await sendRaw(base, plain('POST', '/api/auth/login', { 'content-type': type }, '{"email":1}'))
    expect([type, [400, 415].includes(statuses[0] ?? 0)]).toEqual([type, true])
  }
})
