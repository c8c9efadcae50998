import { days, hours } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { countAttempt, type Limit } from '#server/platform/limits/limits.ts'
import { publish } from '#server/platform/live/publish.ts'
import { post } from '#server/platform/mail/outbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createLink, peekLink } from '../links.ts'
import * as store from '../store.ts'
import { confirmAddressMail, welcomeMail } from './mail.ts'

const purpose = 'confirm-address'
const validFor = days(30)
const limit: Limit = { name: 'confirm-address', most: 5, within: hours(1) }

const pageOf = (publicUrl: string, token: string) => `${publicUrl}/login?confirm=${token}`

/** Runs in the transaction of the signup. Nothing waits for the confirmation. */
export async function postWelcome(tx: Tx, { publicUrl }: Platform['config'], user: store.User, now: Date) {
  const token = await createLink(tx, purpose, validFor, now, user.id)
  await post(tx, welcomeMail(user, user.draft?.companyName ?? '', pageOf(publicUrl, token)), now)
}

/** Mails another link to a user who lost the first email. */
export async function sendConfirmationLink({ db, clock, config }: Platform, userId: string) {
  const now = clock.now()
  await db.transaction((tx) => countAttempt(tx, limit, userId, now))
  await db.transaction(async (tx) => {
    const user = await store.find(tx, userId)
    if (!user || user.emailConfirmedAt) return
    const token = await createLink(tx, purpose, validFor, now, userId)
    await post(tx, confirmAddressMail(user, pageOf(config.publicUrl, token)), now)
  })
}

/** Idempotent: the link stays until it expires and gets the same answer a second time. */
export async function confirmAddress({ db, clock }: Platform, token: string) {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const link = await peekLink(tx, token, purpose, now)
    const user = link?.userId ? await store.find(tx, link.userId) : undefined
    if (!user) throw new Problem('link-used')
    if (user.emailConfirmedAt) return
    await store.update(tx, user.id, { emailConfirmedAt: now })
    await publish(tx, { user: user.id }, 'me')
  })
}
