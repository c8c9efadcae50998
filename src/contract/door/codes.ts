/**
 * The text of a QR code: `sw1.<event, registration, issue>.<signature>`, both parts base64url. It holds no personal
 * data. Server and door share this parser; only the server can sign.
 */
export type Code = { eventId: string; registrationId: string; issue: number; signed: Uint8Array; signature: Uint8Array }

export const codePrefix = 'sw1'
const signedBytes = 34
const signatureBytes = 64

export function signedPart(eventId: string, registrationId: string, issue: number): Uint8Array {
  return Uint8Array.from([...uuidBytes(eventId), ...uuidBytes(registrationId), issue >> 8, issue & 255])
}

export const payloadOf = (signed: Uint8Array, signature: Uint8Array) =>
  `${codePrefix}.${toBase64Url(signed)}.${toBase64Url(signature)}`

/** Undefined for a text that is not in our format; the signature is not verified here. */
export function readCode(payload: string): Code | undefined {
  const [prefix, first = '', second = '', ...rest] = payload.trim().split('.')
  if (prefix !== codePrefix || rest.length > 0) return undefined
  const signed = fromBase64Url(first)
  const signature = fromBase64Url(second)
  if (signed?.length !== signedBytes || signature?.length !== signatureBytes) return undefined
  // Refuses other spellings that decode to the same bytes: they were altered.
  if (payloadOf(signed, signature) !== payload.trim()) return undefined
  return {
    eventId: uuidText(signed.subarray(0, 16)),
    registrationId: uuidText(signed.subarray(16, 32)),
    issue: ((signed[32] ?? 0) << 8) | (signed[33] ?? 0),
    signed,
    signature,
  }
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

export async function isGenuine({ signed, signature }: Code, publicKey: string): Promise<boolean> {
  const spki = Uint8Array.from(atob(publicKey), (character) => character.charCodeAt(0))
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['verify'])
  return crypto.subtle.verify(algorithm, key, bytes(signature), bytes(signed))
}

/** The key of a registration in a device's offline list. */
export async function listKey(registrationId: string): Promise<string> {
  return toBase64Url((await sha256(`door:${registrationId}`)).subarray(0, 16))
}

/** The encryption key of an attendee's box; deriving it needs the text of the code. */
export const boxKey = (payload: string) => sha256(`box:${payload.trim()}`)

/** AES-256-GCM; the first twelve bytes are the nonce, the last sixteen the tag. */
export async function openBox<T>(box: string, payload: string): Promise<T | undefined> {
  const sealed = fromBase64Url(box)
  if (!sealed) return undefined
  try {
    const key = await crypto.subtle.importKey('raw', bytes(await boxKey(payload)), 'AES-GCM', false, ['decrypt'])
    const open = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.slice(0, 12) }, key, sealed.slice(12))
    return JSON.parse(new TextDecoder().decode(open)) as T
  } catch {
    return undefined
  }
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

// Copies the bytes: WebCrypto's types require a separate buffer.
const bytes = (view: Uint8Array) => new Uint8Array(view)

const uuidBytes = (id: string) => (id.replaceAll('-', '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))

function uuidText(view: Uint8Array): string {
  const hex = [...view].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function toBase64Url(view: Uint8Array): string {
  return btoa(String.fromCharCode(...view))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
