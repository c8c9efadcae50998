import { createCipheriv, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { boxKey, listKey, payloadOf, signedPart, toBase64Url } from '#contract/door/codes.ts'
import type { DoorEntry } from '#contract/door/endpoints.ts'
import { judge, type LetIn } from './judge.ts'

const eventId = randomUUID()
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const ada = { id: randomUUID(), firstName: 'Ada', lastName: 'Lovelace', companyName: 'Engines' }

function codeOf(id: string, issue = 1, event = eventId, key = privateKey) {
  const signed = signedPart(event, id, issue)
  return payloadOf(signed, sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }))
}

async function entryOf(payload: string, changes: Partial<DoorEntry> = {}): Promise<DoorEntry> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await boxKey(payload), nonce)
  const box = Buffer.concat([nonce, cipher.update(JSON.stringify(ada)), cipher.final(), cipher.getAuthTag()])
  return { key: await listKey(ada.id), issue: 1, checkedInAt: null, box: toBase64Url(box), ...changes }
}

const judged = (payload: string, list: DoorEntry[], letIn = new Map<string, LetIn>()) =>
  judge(payload, { eventId, publicKey: spki, entries: new Map(list.map((entry) => [entry.key, entry])), letIn })

test('a good code of the list lets in and gives the name away only now', async () => {
  const payload = codeOf(ada.id)

  const judgement = await judged(payload, [await entryOf(payload)])

  expect(judgement).toMatchObject({ result: 'ok', attendee: ada, unlisted: false })
})

test('a good code that the list does not know yet lets in, and says so', async () => {
  expect(await judged(codeOf(ada.id), [])).toMatchObject({ result: 'ok', unlisted: true })
})

test('a code that was issued after the list was taken lets in without a name', async () => {
  const entry = await entryOf(codeOf(ada.id))

  expect(await judged(codeOf(ada.id, 2), [entry])).toMatchObject({ result: 'ok', attendee: undefined, unlisted: true })
})

test('an older code is revoked, and so is each of somebody without a valid one', async () => {
  const entry = await entryOf(codeOf(ada.id, 2), { issue: 2 })

  const without = { ...entry, issue: 0, box: null }
  const code = codeOf(ada.id, 2)
  expect(await judged(codeOf(ada.id, 1), [entry])).toMatchObject({ result: 'revoked', revocation: 'replaced' })
  expect(await judged(code, [without])).toMatchObject({ result: 'revoked', revocation: undefined })
  expect(await judged(code, [{ ...without, status: 'cancelled' }])).toMatchObject({ revocation: 'cancelled' })
  expect(await judged(code, [{ ...without, status: 'rejected' }])).toMatchObject({ result: 'rejected' })
})

test('forged, foreign and damaged codes are told apart and name nobody', async () => {
  const forger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const list = [await entryOf(codeOf(ada.id))]

  expect(await judged(codeOf(ada.id, 1, eventId, forger), list)).toEqual({ result: 'invalid' })
  expect(await judged(codeOf(ada.id, 1, randomUUID()), list)).toEqual({ result: 'wrong-event' })
  expect(await judged('https://week.test', list)).toEqual({ result: 'invalid' })
})

test('whoever is inside by the list or by this device is inside', async () => {
  const payload = codeOf(ada.id)
  const entry = await entryOf(payload)
  const at = '2026-06-01T10:42:00.000Z'

  const byList = await judged(payload, [{ ...entry, checkedInAt: at }])
  const byDevice = await judged(payload, [entry], new Map([[entry.key, { at, gate: 'Gate B' }]]))

  expect(byList).toMatchObject({ result: 'already', checkedInAt: at, gate: '', attendee: ada })
  expect(byDevice).toMatchObject({ result: 'already', checkedInAt: at, gate: 'Gate B' })
})
