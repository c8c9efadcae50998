import type { Mail } from '#server/platform/mail/outbox.ts'
import { addressOf, greetingOf, type Recipient } from '#server/platform/mail/recipient.ts'

/** Carries a one-time link, never the temporary password: mail is read by others. */
export function welcomeMail(user: Recipient, by: string, publicUrl: string, token: string): Mail {
  return {
    to: addressOf(user),
    template: 'welcome-administrator',
    subject: 'You are now an administrator',
    content: {
      preheader: 'Choose your own password and sign in.',
      greeting: greetingOf(user),
      paragraphs: [
        `${by} made you an administrator. You can now run tasks, review proofs and look after companies and events.`,
        'Choose your own password with the link below. It works once, for seven days. Until then, the temporary password also works.',
      ],
      button: { label: 'Choose your password', url: `${publicUrl}/login?reset=${token}` },
    },
  }
}
