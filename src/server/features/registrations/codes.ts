import { createPrivateKey, createPublicKey, verify as isSignedBy, type KeyObject, sign } from 'node:crypto'
import { type Code, payloadOf, readCode, signedPart } from '#contract/door/codes.ts'
import { type Event, randomCode, readable } from '#server/features/events/service.ts'

// WebCrypto reads this signature encoding, so a device can check a code offline.
const dsaEncoding = 'ieee-p1363'

/** The text of the QR code with this number; it holds no personal data. */
export function issueCode(
  event: Pick<Event, 'id' | 'signingKey'>,
  registration: { id: string; issue: number },
): string {
  const signed = signedPart(event.id, registration.id, registration.issue)
  const key = createPrivateKey({ key: Buffer.from(event.signingKey, 'base64'), format: 'der', type: 'pkcs8' })
  return payloadOf(signed, sign('sha256', signed, { key, dsaEncoding }))
}

/** Undefined for a code that is forged, altered or of another event. */
export function verify(event: Pick<Event, 'id' | 'publicKey'>, payload: string): Code | undefined {
  const code = readCode(payload)
  if (code?.eventId !== event.id) return undefined
  const key = readKey(event.publicKey)
  return isSignedBy('sha256', code.signed, { key, dsaEncoding }, code.signature) ? code : undefined
}

const keys = new Map<string, KeyObject>()

/** Caches parsed keys: parsing takes longer than verifying, and a door uses the same key all day. */
function readKey(publicKey: string): KeyObject {
  const known = keys.get(publicKey)
  if (known) return known
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  if (keys.size >= 100) keys.clear()
  keys.set(publicKey, key)
  return key
}

/** Short enough to be said at the door: `K7Q-M2W`. */
export const spokenCode = () => `${randomCode(3)}-${randomCode(3)}`.toUpperCase()

/** Normalises a typed code to its stored form: any case, with or without dashes and spaces. */
export const asSpoken = (typed: string) =>
  readable(typed.replace(/[^0-9a-z]/gi, ''))
    .toUpperCase()
    .replace(/^(.{3})(.{3})$/, '$1-$2')
