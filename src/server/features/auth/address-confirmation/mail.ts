import { branding } from '#contract/branding/branding.ts'
import type { Mail } from '#server/platform/mail/outbox.ts'
import { addressOf, greetingOf, type Recipient } from '#server/platform/mail/recipient.ts'

export function welcomeMail(user: Recipient, companyName: string, link: string): Mail {
  return {
    to: addressOf(user),
    template: 'welcome',
    subject: `Welcome to ${branding.eventName}`,
    content: {
      preheader: 'Please confirm that this email address is yours.',
      greeting: greetingOf(user),
      paragraphs: [
        `The account of ${companyName} is ready. Sign in with this email address, enter your team size, and the first task can begin.`,
        'Please confirm that this email address is yours, so we know our emails reach you. You can use everything in the meantime.',
      ],
      button: { label: 'Confirm this address', url: link },
      closing: 'If you did not create this account, ignore this email and do not press the button.',
    },
  }
}

export function confirmAddressMail(user: Recipient, link: string): Mail {
  return {
    to: addressOf(user),
    template: 'confirm-address',
    subject: 'Please confirm your email address',
    content: {
      preheader: 'The link works for 30 days.',
      greeting: greetingOf(user),
      paragraphs: ['Please confirm that this email address is yours, so we know our emails reach you.'],
      button: { label: 'Confirm this address', url: link },
      closing: 'The link works for 30 days.',
    },
  }
}
