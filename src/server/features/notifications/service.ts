import type { NotificationChanges, NotificationChoices } from '#contract/notifications/endpoints.ts'
import { type NotificationKind, notificationKinds } from '#contract/notifications/kinds.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret } from '#server/platform/sessions/cookie.ts'
import * as store from './store.ts'

export { eraseNotificationsOf, eraseNotificationsOfCompany } from './erase-store.ts'
export { mailEveryone } from './mail-everyone.ts'
export { type Notice, postNotices } from './notices.ts'
export { moveDevice } from './push/push-store.ts'
export type { Recipient } from './store.ts'
export { momentText, pointsText } from './words.ts'

export const { listRecipients, insertOccasions } = store

export async function readChoices({ db }: Pick<Platform, 'db'>, userId: string): Promise<NotificationChoices> {
  const chosen = new Map((await store.listChoices(db, userId)).map(({ kind, isWanted }) => [kind, isWanted]))
  const choices = Object.fromEntries(notificationKinds.map((kind) => [kind, chosen.get(kind) ?? true]))
  const addresses = await store.findAddresses(db, userId)
  if (!addresses) throw new Problem('not-signed-in')
  return {
    address: addresses.company,
    account: { email: addresses.account, isConfirmed: addresses.confirmedAt !== null },
    choices: choices as NotificationChoices['choices'],
  }
}

export async function changeChoices(platform: Platform, userId: string, { choices }: NotificationChanges) {
  await platform.db.transaction((tx) => saveChoices(tx, userId, choices, platform.clock.now()))
  return readChoices(platform, userId)
}

/** The link of an email switches its kind off, or on again, and nothing else. */
export async function chooseByLink({ db, clock }: Platform, token: string, isWanted: boolean) {
  return db.transaction(async (tx) => {
    const link = await store.findLink(tx, hashSecret(token))
    if (!link) throw new Problem('not-found')
    await saveChoices(tx, link.userId, { [link.kind]: isWanted }, clock.now())
    return { kind: link.kind, wanted: isWanted }
  })
}

type Choices = Partial<Record<NotificationKind, boolean>>

async function saveChoices(tx: Tx, userId: string, choices: Choices, now: Date) {
  await store.saveChoices(tx, userId, Object.entries(choices) as [NotificationKind, boolean][], now)
  await publish(tx, { user: userId }, 'me')
}
