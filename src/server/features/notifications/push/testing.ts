import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { PushRequest } from '#server/platform/push/send.ts'

/** A browser with a push subscription; only it can decrypt messages sent to it. */
export function aBrowser(name: string, service = 'https://fcm.googleapis.com/fcm/send') {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const endpoint = `${service}/${name}`
  const subscription = { endpoint, keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') } }
  function read({ body }: PushRequest) {
    const [salt, theirKey, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirKey])
    const shared = new Uint8Array(hkdfSync('sha256', pair.computeSecret(theirKey), auth, info, 32))
    const derive = (use: string, length: number) =>
      Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${use}\0`, length))
    const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    cipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    expect(text.at(-1)).toBe(2)
    return JSON.parse(text.subarray(0, -1).toString()) as { title: string; path: string; tag: string }
  }
  return { endpoint, subscription, read }
}
