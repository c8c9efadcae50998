/** Optional emails that a company can switch off. */
export const notificationKinds = [
  'proof-sent-back',
  'proof-approved',
  'task-opens',
  'task-closes',
  'top-three',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

type Words = {
  /** For the settings, and for the page behind an email's link. */
  title: string
  hint: string
  /** Completes "Stop emails …". */
  topic: string
}

export const notificationWords: Record<NotificationKind, Words> = {
  'proof-sent-back': {
    title: 'A proof needs a fix or was rejected',
    hint: 'At once, with the reason.',
    topic: 'about proofs that need a fix or were rejected',
  },
  'proof-approved': {
    title: 'Proofs were approved',
    hint: 'Collected: at most one email an hour.',
    topic: 'about approved proofs',
  },
  'task-opens': {
    title: 'A task opens',
    hint: 'On the day it opens.',
    topic: 'about tasks that open',
  },
  'task-closes': {
    title: 'A task is about to close',
    hint: 'Two hours before, if you have not handed in a proof.',
    topic: 'about tasks that are about to close',
  },
  'top-three': {
    title: 'You enter the top three',
    hint: 'When your company moves into the top three of the leaderboard.',
    topic: 'about the top three',
  },
}

/** Emails without which an account cannot be used safely. */
export const necessaryEmails = [
  { title: 'Password', hint: 'Links for a new password, and word that it was changed.' },
  { title: 'Account', hint: 'The welcome email with the link that confirms your address.' },
]
