import { formatPeriod } from '#contract/analytics/day-texts.ts'
import { branding } from '#contract/branding/branding.ts'
import { keptForDays } from '#contract/reports/endpoints.ts'
import type { Mail } from '#server/platform/mail/outbox.ts'
import { greetContact } from '#server/platform/mail/recipient.ts'

type ReportMailContext = {
  company: { name: string; contactPersonName: string; email: string }
  period: { from: string; to: string }
  publicUrl: string
}

/** The link requires sign-in as the company and contains no secret, so it can be forwarded safely. */
export function reportMail({ company, period, publicUrl }: ReportMailContext): Mail {
  return {
    to: { name: company.contactPersonName, address: company.email },
    template: 'report-ready',
    subject: `The wellness report of ${company.name}`,
    content: {
      preheader: `${formatPeriod(period)}, four pages.`,
      greeting: greetContact(company.contactPersonName),
      paragraphs: [
        `The wellness report of ${company.name} is ready: how your team did from day to day, beside the median of the other companies, and what the numbers mean.`,
        `It is about ${formatPeriod(period)}. You find it on your dashboard for ${keptForDays} days, as a PDF and as numbers for a spreadsheet.`,
      ],
      button: { label: 'Open your reports', url: `${publicUrl}/#reports` },
      closing: 'You’ll be asked to sign in.',
      footer: `You received this email because the organisers of ${branding.eventName} made a report for every company.`,
    },
  }
}
