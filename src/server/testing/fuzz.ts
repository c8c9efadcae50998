import fc from 'fast-check'
import { z } from 'zod'

type Field = { maxLength?: number; minLength?: number; minimum?: number; maximum?: number }
type Fields = Record<string, Field>

/** The fields of a body and their bounds, read from the contract itself. */
export function fieldsOf(schema: z.ZodType | undefined): Fields {
  if (!schema) return {}
  return (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as Fields
}

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufffe\uffff',
  'ï»¿',
  '\u202eevil',
  'a'.repeat(255),
  'é'.repeat(5_001),
  '🏃'.repeat(200),
  "'; drop table users; --",
  '" or ""="',
  '$1',
  '%s%n%x',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  'a@b.test\r\nBcc: c@d.test',
  '"x" <evil@e.test>, <a@x.test>',
  'javascript:alert(1)',
  'infinity',
  'now',
  '0001-01-01 BC',
  '+300000-01-01T00:00:00Z',
  '1e3',
  '-0',
  'true',
  'null',
  'NaN',
  '#ff6600\n',
  '00000000-0000-0000-0000-000000000000',
]
const numbers = [0, -0, -1, 1.5, 1e3, 1e21, 2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308, 5e-324]

const nasty: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.constantFrom(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1 }) },
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ maxLength: 50 }),
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Just inside and just outside of what the contract allows. */
const boundary = ({ maxLength, minLength, minimum, maximum }: Field): fc.Arbitrary<unknown> =>
  fc.constantFrom(
    ...[maxLength, minLength].flatMap((n) =>
      n === undefined ? [] : ['x'.repeat(n), 'x'.repeat(n + 1), ' '.repeat(n)],
    ),
    ...[minimum, maximum].flatMap((n) => (n === undefined ? [] : [n, n - 1, n + 1])),
    'x',
  )

type Body = Record<string, unknown>
type Change = (body: Body) => unknown

function change(fields: Fields): fc.Arbitrary<Change> {
  const name = fc.constantFrom(...Object.keys(fields), 'isAdmin', 'id', 'toString')
  const to =
    (key: string, value: unknown): Change =>
    (body) => ({ ...body, [key]: value })
  return fc.oneof(
    { weight: 5, arbitrary: fc.tuple(name, nasty).map(([key, value]) => to(key, value)) },
    { weight: 3, arbitrary: name.chain((key) => boundary(fields[key] ?? {}).map((value) => to(key, value))) },
    {
      weight: 2,
      arbitrary: name.map(
        (key): Change =>
          ({ [key]: _, ...rest }) =>
            rest,
      ),
    },
    fc.tuple(fc.string({ maxLength: 20 }), nasty).map(([key, value]) => to(key, value)),
    nasty.map(
      (value): Change =>
        () =>
          value,
    ),
  )
}

const damage: fc.Arbitrary<(json: string) => string> = fc.oneof(
  { weight: 8, arbitrary: fc.constant((json: string) => json) },
  fc.nat(200).map((n) => (json: string) => json.slice(0, n)),
  fc.tuple(fc.nat(200), fc.string({ unit: 'binary', maxLength: 5 })).map(
    ([n, piece]) =>
      (json: string) =>
        json.slice(0, n) + piece + json.slice(n),
  ),
  fc.constantFrom(
    (json: string) => json.replace('{', '{"email":"x@y.test",'),
    (json: string) => json.replace('{', '{"__proto__":{"isAdmin":true},'),
    (json: string) => json.replace('{', `{"deep":${'['.repeat(10_000)}${']'.repeat(10_000)},`),
    (json: string) => json + json,
    (json: string) => `\ufeff${json}`,
    (json: string) => json.padEnd(140_000),
    () => '',
  ),
)

/** A body that was right, after one to three changes and perhaps some damage. */
export const bodyOf = (right: Body | undefined, fields: Fields): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(change(fields), { maxLength: 3 }), damage)
    .map(([changes, damaged]) =>
      damaged(JSON.stringify(changes.reduce<unknown>((body, one) => one((body ?? {}) as Body), right ?? {})) ?? ''),
    )

const queryValue = fc.oneof(
  fc.constantFrom(...texts.slice(0, 10), '1', '10', '-1', '1e3', 'name', '-name'),
  fc.string(),
)

export const query: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc
    .array(
      fc.tuple(fc.constantFrom('q', 'sort', 'limit', 'cursor', '__proto__', 'q[]', 'constructor', ''), queryValue),
      { maxLength: 4 },
    )
    .map((pairs) => `?${pairs.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')}`),
  fc.constantFrom('?', '??', '?%', '?%00', '?%ff', '?=', '?a', '?limit=1&limit=2', `?q=${'x'.repeat(3_000)}`),
)

export const pathPart: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('1', '0', '-1', 'null', '%00', '%', '%ff', '%2e%2e', '..', '.', '*', '{}', 'a'.repeat(300), '%F0%9F'),
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  fc.string({ maxLength: 20 }).map(encode),
)

export const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>>(
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'multipart/form-data' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': '' },
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://week.test' },
    { accept: 'x'.repeat(500) },
    { range: 'bytes=0-1,5-' },
    { 'accept-encoding': 'br;q=99, *' },
    { 'if-none-match': '*' },
    { expect: '100-continue' },
    { upgrade: 'websocket', connection: 'upgrade' },
    { host: 'evil.test' },
    { 'x-http-method-override': 'DELETE' },
    { forwarded: 'for="[::1]"' },
    { 'content-encoding': 'gzip' },
  ),
  fc
    .tuple(
      fc.constantFrom('cookie', 'origin', 'content-type', 'x-forwarded-for', 'accept'),
      fc.string({ maxLength: 60 }),
    )
    .map(([name, value]) => ({ [name]: value.replace(/[^\x20-\x7e]/g, '') })),
)

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
