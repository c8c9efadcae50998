import type { Mail } from '#server/platform/mail/outbox.ts'
import { addressOf, greetingOf, type Recipient } from '#server/platform/mail/recipient.ts'

export function forgottenPasswordMail(user: Recipient, link: string): Mail {
  return {
    to: addressOf(user),
    template: 'forgotten-password',
    subject: 'Choose a new password',
    content: {
      preheader: 'The link works once, for one hour.',
      greeting: greetingOf(user),
      paragraphs: [
        'Someone, probably you, asked for a new password for this account. The link below works once, for one hour.',
      ],
      button: { label: 'Choose a new password', url: link },
      closing: 'If it was not you, ignore this email: nothing changes until the link is used.',
    },
  }
}

export function passwordChangedMail(user: Recipient, by: 'you' | 'an administrator', publicUrl: string): Mail {
  return {
    to: addressOf(user),
    template: 'password-changed',
    subject: 'Your password was changed',
    content: {
      preheader: by === 'you' ? 'You changed it.' : 'An administrator changed it.',
      greeting: greetingOf(user),
      paragraphs: [
        by === 'you'
          ? 'You changed your password. Every other device has been signed out.'
          : 'An administrator changed your password. Every device has been signed out.',
        by === 'you'
          ? 'If that was not you, choose a new password now with “Forgot password?” on the sign-in page.'
          : 'They will tell you the new password. You can change it to your own after signing in.',
      ],
      button: { label: 'Go to sign in', url: `${publicUrl}/login` },
    },
  }
}
