import type { AdminDashboard, FirstSteps } from '#contract/administrators/dashboard.ts'
import { branding } from '#contract/branding/branding.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import { hours } from '#server/platform/clock.ts'
import { countAttempt } from '#server/platform/limits/limits.ts'
import { type Mail, post } from '#server/platform/mail/outbox.ts'
import { addressOf, greetingOf, type Recipient } from '#server/platform/mail/recipient.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

/** The subject of the log that keeps the dismissal and the test email, for every device. */
const firstStepsId = 'first-steps'
const dismissed = 'dismissed'
const tested = 'sent a test email to'

const testLimit = { name: 'test-email', most: 10, within: hours(1) }

export async function read({ db, config }: Platform): Promise<AdminDashboard> {
  const failedMails = await store.countFailedMails(db)
  return {
    failedMails,
    eventsWithFailedMails: failedMails > 0 ? await store.listEventsWithFailedMails(db) : [],
    firstSteps: await findFirstSteps(db, Boolean(config.backupDir)),
  }
}

async function findFirstSteps(db: Platform['db'], backups: boolean): Promise<FirstSteps | null> {
  const actions = await store.listActions(db, firstStepsId)
  if (actions.includes(dismissed)) return null
  const { proof, ...existing } = await store.findExisting(db)
  const steps = { ...existing, email: actions.includes(tested), backups }
  return proof || Object.values(steps).every(Boolean) ? null : steps
}

export async function dismissFirstSteps({ db, clock }: Platform, actor: Actor) {
  const entry = { action: dismissed, subject: 'the first steps', subjectId: firstStepsId }
  await db.transaction((tx) => logAudit(tx, actor, clock.now(), entry))
}

export async function sendTestEmail({ db, clock, config }: Platform, actor: Actor): Promise<{ to: string }> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    await countAttempt(tx, testLimit, actor.userId, now)
    const user = await store.findRecipient(tx, actor.userId)
    await post(tx, testMail(user, config.publicUrl), now)
    await logAudit(tx, actor, now, { action: tested, subject: user.email, subjectId: firstStepsId })
    return { to: user.email }
  })
}

function testMail(user: Recipient, publicUrl: string): Mail {
  return {
    to: addressOf(user),
    template: 'test-email',
    subject: `Test email of ${branding.eventName}`,
    content: {
      preheader: 'Emails from this installation arrive.',
      greeting: greetingOf(user),
      paragraphs: ['You asked for this test. Companies and attendees get their emails from the same address.'],
      button: { label: 'Open the dashboard', url: `${publicUrl}/` },
    },
  }
}
