import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { after, hours } from '../clock.ts'

/** VAPID identifies the sender to push services (RFC 8292). The public point and the private number, in base64url. */
export type ServerKeys = { publicKey: string; privateKey: string }

export function makeServerKeys(): ServerKeys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // ECDH omits leading zeros of the number; pad it to 32 bytes.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/** Valid for one push service and half a day, so a leaked token is useless elsewhere or later. */
export function authorizationFor(address: string, keys: ServerKeys, contact: string, now: Date): string {
  const expires = Math.floor(after(now, hours(12)).getTime() / 1_000)
  const claims = { aud: new URL(address).origin, exp: expires, sub: contact }
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const point = Buffer.from(keys.publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)].map((half) => half.toString('base64url'))
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d: keys.privateKey } })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${signed}.${signature}, k=${keys.publicKey}`
}
