import { createCipheriv, createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { boxKey, isGenuine, listKey, openBox, payloadOf, readCode, signedPart, toBase64Url } from './codes.ts'

const [eventId, registrationId] = [randomUUID(), randomUUID()]

/** As the server holds them. */
function keys() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { privateKey, publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }
}
type Keys = ReturnType<typeof keys>

function codeBy({ privateKey }: Keys, issue = 1, event = eventId) {
  const signed = signedPart(event, registrationId, issue)
  return payloadOf(signed, sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' }))
}

async function judged(payload: string, publicKey: string) {
  const code = readCode(payload)
  return code !== undefined && isGenuine(code, publicKey)
}

test('what the server signs a browser reads and finds genuine', async () => {
  const own = keys()

  const payload = codeBy(own, 65_535)

  expect(payload).toMatch(/^sw1\.[\w-]{46}\.[\w-]{86}$/)
  expect(readCode(` ${payload}\n`)).toMatchObject({ eventId, registrationId, issue: 65_535 })
  expect(await judged(payload, own.publicKey)).toBe(true)
})

test('a code signed with another key is not genuine', async () => {
  expect(await judged(codeBy(keys()), keys().publicKey)).toBe(false)
})

test('no changed character leaves a code genuine', async () => {
  const own = keys()
  const payload = codeBy(own)

  for (let at = 0; at < payload.length; at++) {
    const other = payload[at] === 'A' ? 'B' : 'A'
    expect([at, await judged(payload.slice(0, at) + other + payload.slice(at + 1), own.publicKey)]).toEqual([at, false])
  }
})

test('a signature belongs to one event, one registration and one issue', async () => {
  const own = keys()
  const genuine = readCode(codeBy(own))
  const signature = genuine?.signature ?? new Uint8Array()

  const moved = [
    signedPart(randomUUID(), registrationId, 1),
    signedPart(eventId, randomUUID(), 1),
    signedPart(eventId, registrationId, 2),
  ].map((signed) => payloadOf(signed, signature))

  for (const payload of moved) expect(await judged(payload, own.publicKey)).toBe(false)
})

test('anything else is no code of ours, and reading it never fails', () => {
  const payload = codeBy(keys())
  const others = ['', 'sw1', 'sw1..', 'https://week.test/e/abcd2345', `sw2${payload.slice(3)}`, `${payload}.x`]
  const garbage = [
    '\u0000',
    '💥'.repeat(40),
    '.'.repeat(500),
    payload.slice(0, -1),
    `${payload}=`,
    payload.toUpperCase(),
  ]

  for (const text of [...others, ...garbage]) expect([text, readCode(text)]).toEqual([text, undefined])
})

test('a second spelling of the same bytes is refused', () => {
  // Four bits of the last character of the first part are padding: they decode to the same bytes.
  const payload = codeBy(keys())
  const [, first = '', second = ''] = payload.split('.')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(first.at(-1) ?? '')
  const respelled = `sw1.${first.slice(0, -1)}${alphabet[last ^ 1]}.${second}`

  expect(Buffer.from(respelled.split('.')[1] ?? '', 'base64url')).toEqual(Buffer.from(first, 'base64url'))
  expect(readCode(respelled)).toBeUndefined()
})

test('a box opens with the code it was sealed for, and with no other', async () => {
  const own = keys()
  const payload = codeBy(own)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await boxKey(payload), nonce)
  const sealed = [nonce, cipher.update('{"firstName":"Ada"}   '), cipher.final(), cipher.getAuthTag()]
  const box = toBase64Url(Buffer.concat(sealed))

  expect(await openBox(box, payload)).toEqual({ firstName: 'Ada' })
  expect(await openBox(box, ` ${payload} `)).toEqual({ firstName: 'Ada' })
  expect(await openBox(box, codeBy(own, 2))).toBeUndefined()
  expect(await openBox(`${box.slice(0, -2)}AA`, payload)).toBeUndefined()
  for (const broken of ['', 'x', '!', 'AAAA']) expect(await openBox(broken, payload)).toBeUndefined()
})

test('the key of the list is a hash from which no registration can be read', async () => {
  const key = await listKey(registrationId)

  const hash = createHash('sha256').update(`door:${registrationId}`).digest().subarray(0, 16)
  expect(key).toBe(hash.toString('base64url'))
})
