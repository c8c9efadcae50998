import { branding } from '#contract/branding/branding.ts'
import { dateFormat } from '#contract/text/moments.ts'
import type { Config } from '#server/platform/config.ts'
import type { Mail } from '#server/platform/mail/outbox.ts'
import { greetContact, greetingOf } from '#server/platform/mail/recipient.ts'
import type { Company } from '../store.ts'

type Organiser = { email: string; firstName: string | null }

const people = (size: number) => `${size.toLocaleString('en')} ${size === 1 ? 'person' : 'people'}`

export function waitingMail(organiser: Organiser, company: Company, requestedSize: number, publicUrl: string): Mail {
  return {
    to: { name: organiser.firstName ?? '', address: organiser.email },
    template: 'team-size-waits',
    subject: `The team size of ${company.name} waits for you`,
    content: {
      preheader: `From ${people(company.teamSize)} to ${people(requestedSize)}.`,
      greeting: greetingOf(organiser),
      paragraphs: [
        `${company.name} says that its team has ${people(requestedSize)}. So far ${company.teamSize.toLocaleString('en')} counted.`,
        'Points per person depend on the team size, so a second change within a week, or one beyond a third, waits for you. Until you decide, the present size counts.',
      ],
      button: { label: 'Decide about it', url: `${publicUrl}/companies` },
      footer: `You received this email because you organise ${branding.eventName}.`,
    },
  }
}

type Decided = { size: number; countsFrom: Date | null }

export function decisionMail(company: Company, { size, countsFrom }: Decided, config: Config): Mail {
  const day = countsFrom && dateFormat('fullDate', config.timeZone).format(countsFrom)
  const decided = day
    ? `The organisers have approved your team size: ${people(size)}. It counts from ${day} on.`
    : `The organisers have not approved the team size of ${people(size)}. ${people(company.teamSize)} still ${company.teamSize === 1 ? 'counts' : 'count'} for your company.`
  return {
    to: { name: company.contactPersonName, address: company.email },
    template: 'team-size-decided',
    subject: day ? 'Your team size was approved' : 'Your team size was not approved',
    content: {
      preheader: decided,
      greeting: greetContact(company.contactPersonName),
      paragraphs: [decided, 'Proofs count per person with the team size of the day on which they are approved.'],
      button: { label: 'See your profile', url: `${config.publicUrl}/settings` },
      footer: `You received this email because ${company.name} asked for another team size.`,
    },
  }
}
