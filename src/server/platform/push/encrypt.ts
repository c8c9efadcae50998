import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser's push subscription, in base64url. */
type DeviceKeys = { p256dh: string; auth: string }

const curve = 'prime256v1'
const recordSize = 4096

type Fixed = { salt?: Buffer; privateKey?: Buffer }

/**
 * Encrypts for the browser, so the push service cannot read it (RFC 8291, coding of RFC 8188). `fixed` reproduces the
 * RFC's example.
 */
export function encryptPush(text: string, { p256dh, auth }: DeviceKeys, fixed: Fixed = {}): Buffer {
  const salt = fixed.salt ?? randomBytes(16)
  const serverKeys = createECDH(curve)
  if (fixed.privateKey) serverKeys.setPrivateKey(fixed.privateKey)
  else serverKeys.generateKeys()
  const theirKey = Buffer.from(p256dh, 'base64url')
  const serverKey = serverKeys.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirKey, serverKey])
  const shared = hkdfSync('sha256', serverKeys.computeSecret(theirKey), Buffer.from(auth, 'base64url'), info, 32)
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', new Uint8Array(shared), salt, `Content-Encoding: ${name}\0`, length))
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  // The byte after the text marks the last record; there is only one.
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([salt, size, Buffer.of(serverKey.length), serverKey, sealed, cipher.getAuthTag()])
}

/** True for a point of the curve and a secret of the right length; other keys would fail with every message. */
export function areDeviceKeys({ p256dh, auth }: DeviceKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  const probe = createECDH(curve)
  probe.generateKeys()
  try {
    return probe.computeSecret(Buffer.from(p256dh, 'base64url')).length === 32
  } catch {
    return false
  }
}
