import type { NotificationKind } from '#contract/notifications/kinds.ts'
import type { PushDevice, PushSubscription } from '#contract/notifications/push.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { areDeviceKeys } from '#server/platform/push/encrypt.ts'
import { isPushAddress } from '#server/platform/push/send.ts'
import { makeServerKeys, type ServerKeys } from '#server/platform/push/vapid.ts'
import { lockSession } from '#server/platform/sessions/sessions.ts'
import * as store from './push-store.ts'

/** Limit of devices per account; the newest ones stay. */
const mostDevices = 10

/** Creates the keys on first use; all processes share them from then on. */
export async function readServerKeys({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<ServerKeys> {
  const known = await store.findKeys(db)
  if (known) return known
  await db.transaction((tx) => store.insertKeys(tx, makeServerKeys(), clock.now()))
  const made = await store.findKeys(db)
  if (!made) throw new Error('the keys for push services were not kept')
  return made
}

/** Notifications need the service worker, which also opens the app offline. */
const publicKeyFor = async (platform: Platform) =>
  platform.config.offlineApp ? (await readServerKeys(platform)).publicKey : null

export async function readDevice(platform: Platform, { sid }: Actor): Promise<PushDevice> {
  return { publicKey: await publicKeyFor(platform), isOn: await store.hasDevice(platform.db, sid) }
}

export async function setDevice(platform: Platform, { sid, userId }: Actor, { endpoint, keys }: PushSubscription) {
  const publicKey = await publicKeyFor(platform)
  if (publicKey === null || !isPushAddress(endpoint) || !areDeviceKeys(keys))
    throw new Problem('push-subscription-unusable')
  await platform.db.transaction(async (tx) => {
    await lockSession(tx, sid)
    await store.saveDevice(tx, { sid, userId, endpoint, ...keys, createdAt: platform.clock.now() })
    await store.removeOldestDevices(tx, userId, mostDevices)
  })
  return { publicKey, isOn: true }
}

export async function removeDevice(platform: Platform, { sid }: Actor): Promise<PushDevice> {
  await platform.db.transaction((tx) => store.removeDeviceOf(tx, sid))
  return { publicKey: await publicKeyFor(platform), isOn: false }
}

/** Runs in the transaction of the emails and at their time, so that the same people are notified once. */
export async function postPushes(tx: Tx, kind: NotificationKind, messages: store.NewMessage[], at: Date) {
  const count = await store.insertMessages(tx, kind, messages, at)
  if (count > 0) await enqueue(tx, { kind: sendPushes, runAt: at }, at)
}

export const sendPushes = 'send-pushes'
