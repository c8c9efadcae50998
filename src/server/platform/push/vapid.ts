import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { after, hours } from '../clock.ts'

/** Says to push services who sends (RFC 8292). In base64url: the point and the number behind it. */
export type ServerKeys = { publicKey: string; privateKey: string }

export function makeServerKeys(): ServerKeys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // A number that begins with zeros is given shorter.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/** For one push service and half a day, so that what one of them learns is worth nothing elsewhere or later. */
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
