import { createPublicKey, verify } from 'node:crypto'
import { createServer, type RequestListener, request as requestPlainly } from 'node:http'
import type { request as requestOverTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { areDeviceKeys, encryptPush } from './encrypt.ts'
import { createPushSender, isPushAddress } from './send.ts'
import { authorizationFor, makeServerKeys } from './vapid.ts'

test('the published example of RFC 8291 is encrypted to the same bytes', () => {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const fixed = {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  }

  const sealed = encryptPush('When I grow up, I want to be a watermelon', keys, fixed)

  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  expect(areDeviceKeys(keys)).toBe(true)
  expect(areDeviceKeys({ ...keys, auth: 'short' })).toBe(false)
  expect(areDeviceKeys({ ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe(false)
})

test('a push service can check who sends: for its own origin, for half a day', () => {
  const keys = makeServerKeys()
  const now = new Date('2026-06-01T12:00:00Z')

  const header = authorizationFor('https://fcm.googleapis.com/fcm/send/abc', keys, 'mailto:help@week.test', now)

  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  expect(key).toBe(keys.publicKey)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: 'https://fcm.googleapis.com',
    exp: now.getTime() / 1_000 + 12 * 3_600,
    sub: 'mailto:help@week.test',
  })
  const point = Buffer.from(keys.publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const proof = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), proof, Buffer.from(signature, 'base64url'))).toBe(true)
})

test('only the push services of browsers are called', () => {
  for (const address of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])
    expect([address, isPushAddress(address)]).toEqual([address, true])
  for (const address of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com@127.0.0.1/fcm',
    'https://user:secret@fcm.googleapis.com/fcm',
    'https://127.0.0.1/fcm',
    'https://[::1]/fcm',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/fcm',
    'https://evilpush.apple.com.example.com/abc',
    'https://notpush.apple.com/abc',
    'https://fcm.googleapis.com.example.com/abc',
    'file:///etc/passwd',
    'nonsense',
  ])
    expect([address, isPushAddress(address)]).toEqual([address, false])
})

/** A push service on this computer: the sender believes that it speaks to the one it knows. */
async function aService(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const redirected = (address: string, { agent: _, ...options }: object & { agent?: unknown }, told: never) =>
    requestPlainly(`http://127.0.0.1:${port}${new URL(address).pathname}`, options, told)
  return redirected as unknown as typeof requestOverTls
}

const message = {
  address: 'https://fcm.googleapis.com/fcm/send/abc',
  headers: { ttl: '60' },
  body: Buffer.from('sealed'),
}

test('a redirect is not followed, and an endless answer is cut off', async () => {
  const asked: (string | undefined)[] = []
  const request = await aService((incoming, reply) => {
    asked.push(incoming.url)
    if (asked.length === 1) return void reply.writeHead(302, { location: 'http://127.0.0.1/secret' }).end()
    reply.writeHead(500)
    const pour = () => {
      while (!reply.destroyed && reply.write(Buffer.alloc(16_384))) {}
    }
    reply.on('drain', pour)
    pour()
  })
  const send = createPushSender({ request })

  expect(await send(message)).toBe(302)
  expect(await send(message)).toBe(500)
  expect(asked).toEqual(['/fcm/send/abc', '/fcm/send/abc'])
})

test('a service that does not answer is not waited for, and another address is not called at all', async () => {
  const asked: (string | undefined)[] = []
  const request = await aService((incoming) => void asked.push(incoming.url))
  const send = createPushSender({ request, patienceMs: 200 })

  await expect(send(message)).rejects.toThrow()
  await expect(send({ ...message, address: 'https://10.0.0.1/fcm' })).rejects.toThrow('Not the address')
  expect(asked).toEqual(['/fcm/send/abc'])
})
