import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CalendarX2, Printer, ScanLine } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSearch } from 'wouter'
import { clockOf, weekdayOf } from '#client/platform/formats/dates.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { useHash } from '#client/platform/navigation/hash.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { addressOf } from '#client/platform/requests/api.ts'
import { useRetainedError } from '#client/platform/requests/retained-error.ts'
import { leaveMode } from '#client/platform/unsaved.ts'
import { ExportLink } from '#client/ui/buttons/export-link.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StatusBadge } from '#client/ui/display/status-badge.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { LinkTabs } from '#client/ui/layout/link-tabs.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import { exportRegistrations } from '#contract/registrations/endpoints.ts'
import { AttendeeCounts } from './attendee-counts.tsx'
import { AttendeesList, useAttendeeUrl } from './attendees-list.tsx'
import { DoorList } from './door-list/door-list.tsx'
import { managedEventOf } from './queries.ts'
import { AttendeesSkeleton } from './table/attendees-skeleton.tsx'
import { useFetchFailure } from './use-fetch-failure.ts'

const MessagesSection = lazy(() =>
  import('./messages/messages-section.tsx').then((module) => ({ default: module.MessagesSection })),
)

interface AttendeesPageProps {
  eventId: string
  /** Full-screen door, at `#door`. */
  door: (event: ManagedEvent, onClose: () => void) => ReactNode
  /** Volunteers' links beside the list, at `#volunteers`. */
  volunteers: ReactNode
}

/**
 * `#print` opens the printable list, `#door` check-in mode, `#messages` the messages, `#volunteers` the volunteers'
 * links.
 */
export function AttendeesPage({ eventId, door, volunteers }: AttendeesPageProps) {
  const query = useQuery(managedEventOf(eventId))
  const { data: event, isFetching, refetch } = query
  const error = useRetainedError(query)
  const hash = useHash()
  const search = useSearch()
  const address = `${paths.attendees(eventId)}${search ? `?${search}` : ''}`
  useFetchFailure(query.error, 'Failed to fetch event')

  if (event && hash === '#print') return <DoorList event={event} back={address} />
  return (
    <div className="flex flex-col gap-6">
      <LinkButton href={paths.events} variant="ghost" className="-my-2 -ml-4 self-start">
        <ArrowLeft aria-hidden="true" />
        Back to Events
      </LinkButton>
      {event === null ? (
        <>
          <PageHeader title="Attendees" />
          <EmptyState
            icon={CalendarX2}
            title="Event Not Found"
            description="This event is not available or has been removed."
          />
        </>
      ) : event ? (
        <>
          <EventHeading event={event} address={address} />
          <LinkTabs
            label="Attendees and door"
            tabs={[
              { label: 'Attendees', href: address, current: hash !== '#volunteers' && hash !== '#messages' },
              { label: 'Messages', href: `${address}#messages`, current: hash === '#messages' },
              { label: 'Door & volunteers', href: `${address}#volunteers`, current: hash === '#volunteers' },
            ]}
          />
          {hash === '#volunteers' ? (
            volunteers
          ) : hash === '#messages' ? (
            <Suspense fallback={<Skeleton className="h-80 w-full" />}>
              <MessagesSection event={event} />
            </Suspense>
          ) : (
            <AttendeesList event={event} />
          )}
          {hash === '#door' && door(event, () => leaveMode(address))}
        </>
      ) : error ? (
        <>
          <PageHeader title="Attendees" />
          <ErrorState
            description={sentenceOf(error, 'Couldn’t load the event.')}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </>
      ) : (
        <PageLoading />
      )}
    </div>
  )
}

function EventHeading({ event, address }: { event: ManagedEvent; address: string }) {
  const { q, sort, activeFilters } = useAttendeeUrl()
  // The export has confirmed registrations only.
  const { confirmed: _, ...countedFilters } = activeFilters
  const query = { q, sort, ...countedFilters }
  return (
    <PageHeader
      eyebrow={
        <span className="flex flex-wrap items-center gap-2">
          {/* The event's colour, as on its public page. */}
          <span
            aria-hidden="true"
            data-swatch
            className="size-3 rounded-full border border-control"
            style={{ backgroundColor: event.brandingColor }}
          />
          Attendees
          {event.cancelledAt && <StatusBadge status="cancelled" label="Event cancelled" />}
          {!event.isActive && <StatusBadge status="inactive" />}
        </span>
      }
      title={<bdi className="wrap-anywhere">{event.title}</bdi>}
      description={[
        event.eventDate ? `${weekdayOf(event.eventDate)}, ${clockOf(event.eventDate)}` : 'Date TBD',
        ...(event.place ? [event.place] : []),
      ].join(' · ')}
      actions={
        <>
          <ExportLink href={addressOf(exportRegistrations, { params: { id: event.id }, query })} />
          <LinkButton href={`${address}#print`} variant="outline">
            <Printer aria-hidden="true" />
            Door list
          </LinkButton>
          <LinkButton href={`${address}#door`}>
            <ScanLine aria-hidden="true" />
            Check-in mode
          </LinkButton>
        </>
      }
    />
  )
}

/** Skeleton with the height of the page. */
function PageLoading() {
  return (
    <>
      <div className="flex flex-col gap-2">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-8 w-72 max-w-full sm:h-10" />
        <Skeleton className="h-5 w-60 max-w-full" />
      </div>
      <Skeleton className="h-11 w-full" />
      <AttendeeCounts counts={undefined} activeFilters={{}} onFilter={() => undefined} />
      <AttendeesSkeleton sort="-registeredAt" />
    </>
  )
}
