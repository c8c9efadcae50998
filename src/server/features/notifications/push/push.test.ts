import { expect, test } from 'vitest'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import type { PushRequest } from '#server/platform/push/send.ts'
import { anEmptySystem, backUp, restore } from '#server/testing/data/restored.ts'
import { type Caller, startServer, startWorld } from '#server/testing.ts'
import { pushDevices, pushMessages } from '../tables.ts'
import { createSendPushesJob } from './send-pushes.ts'
import { aBrowser } from './testing.ts'

/** A company with proofs that wait, and push services that answer as they are told. */
async function pushing() {
  const { root, acme, ...server } = await startWorld({ root: 'admin', acme: 'company' })
  const ids = await waitingProofs(server, acme.companyId, await someTasks(server, 3))
  const sent: PushRequest[] = []
  const services = { status: 201 }
  const job = createSendPushesJob(async (request) => {
    sent.push(request)
    if (services.status === 0) throw new Error('no connection')
    return services.status
  })
  const deliver = () => job.run(server.platform, '', new AbortController().signal)
  async function reject() {
    const decision = { status: 'rejected', adminNotes: 'A secret reason' }
    expect((await root('PATCH', `/api/proofs/${ids.pop()}/review`, decision)).status).toBe(200)
  }
  const isOn = async (call: Caller) => (await call('GET', '/api/auth/push-device')).body.isOn as boolean
  return { ...server, root, acme, sent, services, deliver, reject, isOn }
}

test('a device that was switched on hears what the email says in its subject, once, and only it can read it', async () => {
  const { acme, sent, deliver, reject, isOn } = await pushing()
  const browser = aBrowser('acme-phone')
  const before = await acme('GET', '/api/auth/push-device')
  expect(Buffer.from(before.body.publicKey, 'base64url')).toHaveLength(65)
  expect(await isOn(acme)).toBe(false)

  const saved = await acme('POST', '/api/auth/push-device', browser.subscription)
  expect([saved.status, saved.body]).toEqual([200, { publicKey: before.body.publicKey, isOn: true }])
  await reject()
  await deliver()
  await deliver()

  expect(sent).toHaveLength(1)
  const [request] = sent as [PushRequest]
  const shown = browser.read(request)
  expect(shown).toEqual({
    title: expect.stringMatching(/^Your proof for “.+” was not accepted$/),
    path: expect.stringMatching(/^\/\?task=[\w-]{36}$/),
    tag: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(request.address).toBe(browser.endpoint)
  expect(request.headers).toMatchObject({ ttl: String(12 * 3_600), topic: shown.tag, 'content-encoding': 'aes128gcm' })
  expect(request.headers.authorization).toContain(`k=${before.body.publicKey}`)
  expect(request.body.toString('latin1')).not.toContain('secret reason')
})

test('a kind that is switched off is not sent to devices either', async () => {
  const { acme, sent, deliver, reject } = await pushing()
  await acme('POST', '/api/auth/push-device', aBrowser('quiet').subscription)
  await acme('PATCH', '/api/auth/notifications', { choices: { 'proof-sent-back': false } })

  await reject()
  await deliver()

  expect(sent).toEqual([])
})

test('a service that fails is asked again later, with the same tag, and not after half a day', async () => {
  const { acme, sent, services, deliver, reject, clock } = await pushing()
  const browser = aBrowser('flaky')
  await acme('POST', '/api/auth/push-device', browser.subscription)
  await reject()

  for (const status of [0, 503, 429]) {
    services.status = status
    await deliver()
    await deliver()
    clock.advance(minutes(10))
  }
  services.status = 201
  await deliver()
  await deliver()
  expect(sent).toHaveLength(4)
  expect(new Set(sent.map((request) => browser.read(request).tag)).size).toBe(1)

  services.status = 500
  await reject()
  await deliver()
  clock.advance(hours(13))
  await deliver()
  await deliver()
  expect(sent).toHaveLength(5)
})

test('a device that its service no longer knows is forgotten; one that refuses a message stays', async () => {
  const { acme, sent, services, deliver, reject, isOn } = await pushing()
  await acme('POST', '/api/auth/push-device', aBrowser('gone').subscription)

  services.status = 413
  await reject()
  await deliver()
  expect([sent.length, await isOn(acme)]).toEqual([1, true])
  services.status = 410
  await reject()
  await deliver()
  expect([sent.length, await isOn(acme)]).toEqual([2, false])
  await reject()
  await deliver()
  expect(sent).toHaveLength(2)
})

test('a device ends with its session, and belongs to whoever signed in last in the same browser', async () => {
  const { acme, aCompany, sent, deliver, reject, isOn } = await pushing()
  const browser = aBrowser('tablet')
  await acme('POST', '/api/auth/push-device', browser.subscription)
  await acme('GET', '/api/logout')
  await reject()
  await deliver()
  expect(sent, 'after signing out').toEqual([])

  const second = await acme.enter()
  await second('POST', '/api/auth/push-device', browser.subscription)
  expect(await isOn(second)).toBe(true)
  const zorg = await aCompany('zorg')
  await zorg('POST', '/api/auth/push-device', browser.subscription)
  expect([await isOn(second), await isOn(zorg)]).toEqual([false, true])
  await reject()
  await deliver()
  expect(sent, 'on the browser of somebody else').toEqual([])

  expect((await zorg('DELETE', '/api/auth/push-device')).body.isOn).toBe(false)
  expect(await isOn(zorg)).toBe(false)
})

test('only browsers’ own push services are taken, with keys that work', async () => {
  const { acme, isOn } = await pushing()
  const { subscription } = aBrowser('hostile')
  const offCurve = { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }

  for (const body of [
    { ...subscription, endpoint: 'https://127.0.0.1/fcm' },
    { ...subscription, endpoint: 'https://169.254.169.254/latest/meta-data' },
    { ...subscription, endpoint: 'http://fcm.googleapis.com/fcm/send/abc' },
    { ...subscription, endpoint: 'https://fcm.googleapis.com:25/abc' },
    { ...subscription, keys: offCurve },
  ]) {
    const reply = await acme('POST', '/api/auth/push-device', body)
    expect([body.endpoint, reply.status, reply.body.code]).toEqual([body.endpoint, 422, 'push-subscription-unusable'])
  }
  expect((await acme('POST', '/api/auth/push-device', { ...subscription, keys: {} })).status).toBe(400)
  expect(await isOn(acme)).toBe(false)
})

test('of more than ten devices the newest stay', async () => {
  const { acme, isOn, clock, sent, deliver, reject } = await pushing()
  await acme('POST', '/api/auth/push-device', aBrowser('first').subscription)
  for (let nth = 1; nth <= 10; nth++) {
    clock.advance(minutes(1))
    const call = await acme.enter()
    await call('POST', '/api/auth/push-device', aBrowser(`other-${nth}`).subscription)
  }

  expect(await isOn(acme)).toBe(false)
  await reject()
  await deliver()
  expect(sent).toHaveLength(10)
})

test('where the worker is switched off there are no notifications on devices', async () => {
  const { acme } = await startWorld({ acme: 'company' }, { environment: { OFFLINE_APP: 'off' } })

  expect((await acme('GET', '/api/auth/push-device')).body).toEqual({ publicKey: null, isOn: false })
  expect((await acme('POST', '/api/auth/push-device', aBrowser('off').subscription)).status).toBe(422)
})

test('all processes have the same keys', async () => {
  const one = await startServer()
  const two = await startServer({ beside: one })
  const acme = await one.aCompany()
  const [first, second] = await Promise.all([
    acme('GET', '/api/auth/push-device'),
    two.caller(acme.cookie)('GET', '/api/auth/push-device'),
  ])

  expect(first.body.publicKey).toBe(second.body.publicKey)
  expect(first.body.publicKey).toHaveLength(87)
})

test('a notification that waits in a backup does not come back with it, and its device does', async () => {
  const server = await pushing()
  await server.acme('POST', '/api/auth/push-device', aBrowser('restored').subscription)
  await server.reject()
  expect(await server.db.$count(pushMessages)).toBe(1)
  const { file } = await backUp(server)
  const target = await anEmptySystem(server.clock)

  await restore(target, file)

  expect(await target.bareDb.$count(pushMessages)).toBe(0)
  expect(await target.bareDb.$count(pushDevices)).toBe(1)
})
