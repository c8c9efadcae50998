import { after, hours, minutes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { retryDelayMs } from '#server/platform/jobs/backoff.ts'
import { errorText } from '#server/platform/jobs/error-text.ts'
import type { JobKind } from '#server/platform/jobs/queue.ts'
import type { Platform } from '#server/platform/platform.ts'
import { encryptPush } from '#server/platform/push/encrypt.ts'
import { createPushSender, type SendPush } from '#server/platform/push/send.ts'
import { authorizationFor, type ServerKeys } from '#server/platform/push/vapid.ts'
import { readServerKeys, sendPushes } from './push.ts'
import * as store from './push-store.ts'

const atATime = 20
const backoff = { firstMs: minutes(1), maxMs: minutes(30) }
/** Lifetime of a notification, also at the push service for a phone that is off. Later the email is enough. */
const worthSendingFor = hours(12)

/** The kind of job that hands notifications to the push services. */
export const createSendPushesJob = (send: SendPush = createPushSender()): JobKind => ({
  kind: sendPushes,
  everyMs: minutes(1),
  run: (platform, _key, stopping) => sendDue(platform, send, stopping),
})

/**
 * Sends until nothing is due. A crash between sending and recording repeats a message; its tag makes the browser
 * replace the first one.
 */
async function sendDue(platform: Platform, send: SendPush, stopping: AbortSignal) {
  while (!stopping.aborted) {
    const due = await store.listDue(platform.db, platform.clock.now(), atATime)
    if (due.length === 0) return
    const keys = await readServerKeys(platform)
    const outcomes = await Promise.all(due.map((message) => sendOne(platform, keys, message, send)))
    await platform.db.transaction((tx) => record(tx, platform, outcomes))
  }
}

type Outcome = { message: store.DueMessage; result: 'done' | 'device-gone' | 'again' }

async function sendOne(
  platform: Platform,
  keys: ServerKeys,
  message: store.DueMessage,
  send: SendPush,
): Promise<Outcome> {
  const { config, clock, log } = platform
  const now = clock.now()
  const { id, endpoint, title, path } = message
  const expires = after(message.createdAt, worthSendingFor)
  const secondsLeft = Math.floor((expires.getTime() - now.getTime()) / 1_000)
  if (secondsLeft <= 0) return { message, result: 'done' }
  const tag = id.replaceAll('-', '')
  try {
    const status = await send({
      address: endpoint,
      headers: {
        authorization: authorizationFor(endpoint, keys, contactOf(config), now),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(secondsLeft),
        topic: tag,
        urgency: 'normal',
      },
      body: encryptPush(JSON.stringify({ title, path, tag }), message),
    })
    if (status === 404 || status === 410) return { message, result: 'device-gone' }
    if (status === 429 || status >= 500) return { message, result: 'again' }
    if (status < 200 || status >= 300)
      log.warn({ status, service: new URL(endpoint).host }, 'a notification was refused')
    return { message, result: 'done' }
  } catch (error) {
    log.warn({ reason: errorText(error), service: new URL(endpoint).host }, 'a push service did not answer')
    return { message, result: 'again' }
  }
}

/** The contact address for push services. */
const contactOf = ({ supportEmail, publicUrl }: Platform['config']) =>
  supportEmail ? `mailto:${supportEmail}` : publicUrl

async function record(tx: Tx, { clock }: Platform, outcomes: Outcome[]) {
  const of = (result: Outcome['result']) =>
    outcomes.filter((one) => one.result === result).map(({ message }) => message)
  await store.removeMessages(
    tx,
    of('done').map(({ id }) => id),
  )
  await store.removeDevices(
    tx,
    of('device-gone').map(({ deviceId }) => deviceId),
  )
  for (const { id, attempts } of of('again'))
    await store.postponeMessage(tx, id, after(clock.now(), retryDelayMs(attempts + 1, backoff)))
}
