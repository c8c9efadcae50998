import { useQuery } from '@tanstack/react-query'
import { ArchiveX, type LucideIcon, MailWarning, UserRoundCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { managedEvents } from '#client/features/events/queries.ts'
import { amount } from '#client/platform/formats/amounts.ts'
import { dayAndTimeOf } from '#client/platform/formats/day-and-time.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Card, CardHeader } from '#client/ui/layout/card.tsx'
import type { AdminDashboard } from '#contract/administrators/dashboard.ts'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import type { Backups } from '#contract/system.ts'
import { adminDashboard, backups } from './queries.ts'

type Line = {
  key: string
  icon: LucideIcon
  text: ReactNode
  /** Where the line is dealt with; none for what only the server's operator can change. */
  link?: { label: string; href: string; description: string }
}

/** One line for each thing that waits for an administrator; renders nothing without any. */
export function NeedsYou() {
  const { data: events = [] } = useQuery(managedEvents)
  const { data: dashboard } = useQuery(adminDashboard)
  const { data: backup } = useQuery(backups)
  const lines = [
    ...events.flatMap(listRegistrations),
    ...(dashboard ? listFailedMails(dashboard) : []),
    // The first steps name missing backups themselves.
    ...(backup && !dashboard?.firstSteps ? listBackups(backup) : []),
  ]
  if (lines.length === 0) return null
  return (
    <Card aria-label="Needs you">
      <CardHeader title="Needs you" />
      <ul className="divide-y divide-border border-t border-border">
        {lines.map(({ key, icon: Icon, text, link }) => (
          <li key={key} className="flex min-h-14 items-center gap-3 px-5 py-2">
            <Icon aria-hidden="true" className="size-5 shrink-0 text-warning" />
            <p className="min-w-0 flex-1 wrap-anywhere">{text}</p>
            {link && (
              <LinkButton href={link.href} variant="outline" size="sm" aria-label={link.description}>
                {link.label}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function listRegistrations({ id, title, pendingRegistrations, registrationOpen, cancelledAt }: ManagedEvent): Line[] {
  // After the event a decision helps nobody.
  if (pendingRegistrations === 0 || !registrationOpen || cancelledAt) return []
  return [
    {
      key: `registrations ${id}`,
      icon: UserRoundCheck,
      text:
        pendingRegistrations === 1 ? (
          <>
            1 registration for <bdi>{title}</bdi> awaits a decision.
          </>
        ) : (
          <>
            {amount(pendingRegistrations)} registrations for <bdi>{title}</bdi> await a decision.
          </>
        ),
      link: {
        label: 'Decide',
        href: `${paths.attendees(id)}?status=pending`,
        description: `Decide on registrations: ${title}`,
      },
    },
  ]
}

function listFailedMails({ failedMails, eventsWithFailedMails }: AdminDashboard): Line[] {
  const ofEvents = eventsWithFailedMails.map(({ id, title, mails }) => ({
    key: `mails ${id}`,
    icon: MailWarning,
    text:
      mails === 1 ? (
        <>
          1 email about <bdi>{title}</bdi> was not delivered.
        </>
      ) : (
        <>
          {amount(mails)} emails about <bdi>{title}</bdi> were not delivered.
        </>
      ),
    link: { label: 'Open', href: paths.attendees(id), description: `Open the attendees: ${title}` },
  }))
  const others = failedMails - eventsWithFailedMails.reduce((sum, { mails }) => sum + mails, 0)
  if (others <= 0) return ofEvents
  return [
    ...ofEvents,
    {
      key: 'mails',
      icon: MailWarning,
      text:
        others === 1
          ? '1 email was not delivered. The server lists it with the reason.'
          : `${amount(others)} emails were not delivered. The server lists them with the reason.`,
    },
  ]
}

function listBackups({ isScheduled, isLate, newest }: Backups): Line[] {
  if (!isScheduled)
    return [
      {
        key: 'backups',
        icon: ArchiveX,
        text: 'Backups are off. Set BACKUP_DIR on the server for a nightly backup.',
      },
    ]
  if (!isLate || !newest) return []
  return [
    {
      key: 'backups',
      icon: ArchiveX,
      text: `Last backup: ${dayAndTimeOf(newest.madeAt)}. There should be one every night. Please check the server.`,
    },
  ]
}
