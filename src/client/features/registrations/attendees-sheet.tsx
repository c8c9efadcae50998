import { clockOf, dayOf, momentOf, useNow, weekdayOf } from '#client/platform/formats/dates.ts'
import { rowsPerPage } from '#client/platform/navigation/list-url.ts'
import { PrintOnly, PrintSheet } from '#client/ui/print/print-sheet.tsx'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import type { Registration } from '#contract/registrations/endpoints.ts'
import { countOf, isUnconfirmed, nameOf, people } from './attendee-labels.ts'

interface AttendeesSheetProps {
  event: ManagedEvent
  /** The rows of the current page. */
  attendees: Registration[]
  page: number
  total: number
}

/** The listed attendees on paper. */
export function AttendeesSheet(props: AttendeesSheetProps) {
  return (
    <PrintOnly>
      <Sheet {...props} />
    </PrintOnly>
  )
}

function Sheet({ event, attendees, page, total }: AttendeesSheetProps) {
  const now = useNow()
  const first = (page - 1) * rowsPerPage + 1
  const isPart = total > attendees.length
  const facts = [
    event.eventDate ? `${weekdayOf(event.eventDate)}, ${clockOf(event.eventDate)}` : 'Date TBD',
    event.place,
    isPart ? `${countOf(first)}–${countOf(first + attendees.length - 1)} of ${people(total)}` : people(total),
    `As of ${momentOf(new Date(now).toISOString())}`,
  ]
  return (
    <PrintSheet
      wide
      title={event.title}
      facts={facts.filter(Boolean).join(' · ')}
      rows={attendees}
      keyOf={({ id }) => id}
      columns={[
        { heading: 'Name', value: (attendee) => <bdi>{nameOf(attendee)}</bdi> },
        { heading: 'Email', value: ({ email }) => email },
        { heading: 'Phone', value: ({ phone }) => <bdi>{phone}</bdi> },
        { heading: 'Company', value: ({ companyName }) => companyName && <bdi>{companyName}</bdi> },
        { heading: 'Registered', value: ({ registeredAt }) => dayOf(registeredAt) },
        { heading: 'Status', value: statusOf },
      ]}
    />
  )
}

const statuses: Record<Registration['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
}

function statusOf(attendee: Registration): string {
  if (isUnconfirmed(attendee)) return 'Unconfirmed'
  return attendee.checkedIn ? 'Checked In' : statuses[attendee.status]
}
