import { Hourglass, MailCheck, MailQuestion, MailWarning, MailX, TicketCheck } from 'lucide-react'
import { clockOf, exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import { cn } from '#client/ui/cn.ts'
import { Badge } from '#client/ui/display/badge.tsx'
import { StatusBadge } from '#client/ui/display/status-badge.tsx'
import type { Registration } from '#contract/registrations/endpoints.ts'
import { isUnconfirmed, mailSubjectOf } from './attendee-labels.ts'

export function StatusMarks({ attendee }: { attendee: Registration }) {
  return (
    <>
      {isUnconfirmed(attendee) ? (
        <Badge tone="info" icon={MailQuestion}>
          Unconfirmed
        </Badge>
      ) : (
        <StatusBadge status={attendee.status} />
      )}
      {attendee.checkedIn && <StatusBadge status="checked-in" />}
      {attendee.offer?.open && (
        <>
          <Badge tone="info" icon={TicketCheck}>
            Place offered
          </Badge>
          {/* Beside the badge, which does not wrap in the narrow column. */}
          <span title={exactMomentOf(attendee.offer.expiresAt)} className="text-sm text-muted-foreground tabular-nums">
            by {momentOf(attendee.offer.expiresAt)}
          </span>
        </>
      )}
      {attendee.offer && !attendee.offer.open && attendee.status === 'pending' && (
        <Badge icon={Hourglass}>Offer ended</Badge>
      )}
      {attendee.offerComesAt && (
        <>
          <Badge tone="info" icon={Hourglass}>
            Next in line
          </Badge>
          <span className="text-sm text-muted-foreground tabular-nums">
            offered at {clockOf(attendee.offerComesAt)}
          </span>
        </>
      )}
      {attendee.waiting && !attendee.offer && (
        <Badge tone="info" icon={Hourglass}>
          Waiting list
        </Badge>
      )}
    </>
  )
}

const mails = {
  sent: { icon: MailCheck, word: 'Sent', classes: 'text-muted-foreground' },
  queued: { icon: MailWarning, word: 'Waiting', classes: 'text-muted-foreground' },
  failed: { icon: MailX, word: 'Failed', classes: 'font-semibold text-destructive' },
}

interface MailMarkProps {
  mail: Registration['mail']
  /** Screen readers alone get the word, unless the email failed. */
  iconOnly?: boolean
  className?: string
}

/** Delivery status of the attendee's last email. */
export function MailMark({ mail, iconOnly, className }: MailMarkProps) {
  if (!mail) return null
  const { icon: Icon, word, classes } = mails[mail.state]
  return (
    <span
      title={`${mailSubjectOf(mail.template)}, ${exactMomentOf(mail.at)}`}
      className={cn('inline-flex items-center gap-1 text-sm whitespace-nowrap', classes, className)}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">Email</span>{' '}
      <span className={iconOnly && mail.state !== 'failed' ? 'sr-only' : ''}>{word}</span>
    </span>
  )
}

/** Delivery status as a sentence, for the details. */
export function mailSentence({ mail, status }: Pick<Registration, 'mail' | 'status'>): string | undefined {
  if (mail?.state === 'failed') {
    const way = status === 'approved' ? ' Check the address, then send it again.' : ' Check the address.'
    return `The email could not be delivered.${way}`
  }
  if (mail?.state === 'queued') return 'The email is being sent and is tried again until it is delivered.'
  return undefined
}
