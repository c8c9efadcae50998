import fc from 'fast-check'
import { goodValue, type Schema } from './schemas.ts'
import { hostileTexts, hostileValue } from './values.ts'

/** Values just inside and just outside the contract's limits. */
const boundary = ({ maxLength, minLength, minimum, maximum }: Schema): fc.Arbitrary<unknown> =>
  fc.constantFrom(
    ...[maxLength, minLength].flatMap((n) =>
      n === undefined ? [] : ['x'.repeat(n), 'x'.repeat(n + 1), ' '.repeat(n), '🏃'.repeat(n)],
    ),
    ...[minimum, maximum].flatMap((n) => (n === undefined ? [] : [n, n - 1, n + 1])),
    'x',
  )

type Body = Record<string, unknown>
type Change = (body: unknown) => unknown

/** One change of a value of this schema, or of one of its fields. */
function changeOf(schema: Schema): fc.Arbitrary<Change> {
  const own = fc
    .oneof({ weight: 5, arbitrary: hostileValue }, { weight: 3, arbitrary: boundary(schema) }, goodValue(schema))
    .map(
      (value): Change =>
        () =>
          value,
    )
  if (schema.items) {
    const first = changeOf(schema.items).map(
      (change): Change =>
        (list) =>
          Array.isArray(list) ? [change(list[0]), ...list.slice(1)] : list,
    )
    const repeated = fc.constantFrom(2, 200, 5_000).map(
      (times): Change =>
        (list) =>
          Array.isArray(list) ? Array(times).fill(list[0]) : list,
    )
    return fc.oneof({ weight: 2, arbitrary: own }, { weight: 2, arbitrary: first }, repeated)
  }
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return own
  const name = fc.constantFrom(...fields.map(([key]) => key), 'isAdmin', 'id', 'toString')
  const inField = fc.oneof(
    ...fields.map(([key, field]) =>
      changeOf(field).map(
        (change): Change =>
          (body) => ({ ...(body as Body), [key]: change((body as Body)?.[key]) }),
      ),
    ),
  )
  return fc.oneof(
    { weight: 9, arbitrary: inField },
    {
      weight: 2,
      arbitrary: name.map(
        (key): Change =>
          (body) =>
            Object.fromEntries(Object.entries(body ?? {}).filter(([one]) => one !== key)),
      ),
    },
    fc.tuple(fc.oneof(name, fc.string({ maxLength: 20 })), hostileValue).map(
      ([key, value]): Change =>
        (body) => ({ ...(body as Body), [key]: value }),
    ),
    own,
  )
}

const damage: fc.Arbitrary<(json: string) => string> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((json: string) => json) },
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
    (json: string) => json.replace(/:\s*-?\d+/, ':1e999'),
    (json: string) => json.replace(/:\s*-?\d+/, `:${'9'.repeat(5_000)}`),
    (json: string) => json + json,
    (json: string) => `\ufeff${json}`,
    (json: string) => json.padEnd(140_000),
    () => '',
  ),
)

/** A valid body with up to three changes and perhaps some damage. */
export function bodyOf(right: Body | undefined, schema: Schema): fc.Arbitrary<string> {
  const good = right
    ? fc.oneof({ weight: 4, arbitrary: fc.constant<unknown>(right) }, goodValue(schema))
    : goodValue(schema)
  return fc
    .tuple(good, fc.array(changeOf(schema), { maxLength: 3 }), damage)
    .map(([body, changes, damaged]) =>
      damaged(JSON.stringify(changes.reduce((changed, change) => change(changed), body)) ?? ''),
    )
}

/** Empty queries, known fields with good and hostile values, duplicate fields, and text that is no query. */
export function queryOf({ properties = {} }: Schema): fc.Arbitrary<string> {
  const named = Object.entries(properties).map(([name, field]) =>
    fc.tuple(fc.constant(name), fc.oneof(goodValue(field, name), fc.constantFrom(...hostileTexts.slice(0, 10)))),
  )
  const foreign = fc.tuple(
    fc.constantFrom('q', 'sort', 'limit', 'cursor', '__proto__', 'q[]', 'constructor', ''),
    fc.oneof(fc.constantFrom(...hostileTexts.slice(0, 10), '1', '10', '-1', '1e3', 'name', '-name'), fc.string()),
  )
  const one: fc.Arbitrary<[string, unknown]> =
    named.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.oneof(...named) }, foreign) : foreign
  return fc.oneof(
    { weight: named.length > 0 ? 2 : 6, arbitrary: fc.constant('') },
    {
      weight: 3,
      arbitrary: fc
        .array(one, { minLength: 1, maxLength: 4 })
        .map((pairs) => `?${pairs.map(([key, value]) => `${encode(key)}=${encode(String(value))}`).join('&')}`),
    },
    fc.constantFrom('?', '??', '?%', '?%00', '?%ff', '?=', '?a', '?limit=1&limit=2', `?q=${'x'.repeat(3_000)}`),
  )
}

export const pathPart: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('1', '0', '-1', 'null', '%00', '%', '%ff', '%2e%2e', '..', '.', '*', '{}', 'a'.repeat(300), '%F0%9F'),
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  fc.string({ maxLength: 20 }).map(encode),
)

type Headers = Record<string, string | string[]>

export const headers: fc.Arbitrary<Headers> = fc.oneof(
  { weight: 10, arbitrary: fc.constant({}) },
  fc.constantFrom<Headers>(
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
    { 'idempotency-key': '{word}-{word}-{word}' },
    { 'idempotency-key': ['one-key-of-sixteen', 'another-of-sixteen'] },
    { cookie: ['a=b', 'c=d'] },
    { traceparent: '00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-ff' },
    { 'if-modified-since': '0000' },
  ),
  fc
    .tuple(
      fc.constantFrom(
        'cookie',
        'origin',
        'content-type',
        'accept',
        'x-request-id',
        'idempotency-key',
        'upload-metadata',
      ),
      fc.string({ maxLength: 60 }),
    )
    .map(([name, value]) => ({ [name]: value.replace(/[^\x20-\x7e]/g, '') })),
)

export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
