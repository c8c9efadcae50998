import './door-list.css'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer, Users } from 'lucide-react'
import { clockOf, momentOf, useNow, weekdayOf } from '#client/platform/formats/dates.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import { people } from '../attendee-labels.ts'
import { doorListOf } from '../queries.ts'
import { useFetchFailure } from '../use-fetch-failure.ts'
import { byInitial, type DoorListEntry } from './by-initial.ts'

/** Printable list, as a fallback without network or battery. */
export function DoorList({ event, back }: { event: ManagedEvent; back: string }) {
  const list = useQuery(doorListOf(event.id))
  useFetchFailure(list.error, 'Failed to fetch registrations')
  return (
    <div className="flex flex-col gap-6">
      <LinkButton href={back} variant="ghost" className="-my-2 -ml-4 self-start">
        <ArrowLeft aria-hidden="true" />
        Back to Attendees
      </LinkButton>
      <PageHeader
        title="Door list"
        description="All approved attendees by last name, with a box to tick."
        actions={
          <Button disabled={!list.data?.length} onClick={() => print()}>
            <Printer aria-hidden="true" />
            Print
          </Button>
        }
      />
      <QuerySection
        query={list}
        failure="Couldn’t load the door list."
        skeleton={
          <Loading label="Loading the door list…">
            <Skeleton className="h-[60dvh] w-full" />
          </Loading>
        }
      >
        {(entries) =>
          entries.length > 0 ? (
            <Sheet event={event} entries={entries} />
          ) : (
            <EmptyState
              icon={Users}
              title="No one is approved yet"
              description="Approved attendees appear on this list."
              className="rounded-lg border border-border bg-surface"
            />
          )
        }
      </QuerySection>
    </div>
  )
}

/** Dark on white in both themes. The table head repeats the event's name on every printed page. */
function Sheet({ event, entries }: { event: ManagedEvent; entries: DoorListEntry[] }) {
  const now = useNow()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrolling area, focusable so that the keyboard can scroll it.
    <div
      role="region"
      aria-label="Door list"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, columns out of sight cannot be reached by keyboard.
      tabIndex={0}
      data-print-sheet
      className="door-list"
    >
      <table>
        <caption className="sr-only">Approved attendees by last name</caption>
        <thead>
          <tr>
            <td colSpan={5}>
              <p className="door-list-title">
                <bdi>{event.title}</bdi>
              </p>
              <p className="door-list-facts">
                {event.eventDate ? `${weekdayOf(event.eventDate)}, ${clockOf(event.eventDate)}` : 'Date TBD'}
                {event.place && ` · ${event.place}`} · {people(entries.length)} · As of{' '}
                {momentOf(new Date(now).toISOString())}
              </p>
            </td>
          </tr>
          <tr>
            <th scope="col">
              <span className="sr-only">Here</span>
            </th>
            <th scope="col">Last name</th>
            <th scope="col">First name</th>
            <th scope="col">Company</th>
            <th scope="col">Code</th>
          </tr>
        </thead>
        {byInitial(entries).map(({ initial, entries: group }) => (
          <tbody key={initial}>
            <tr className="door-list-initial">
              <th scope="rowgroup" colSpan={5}>
                {initial}
              </th>
            </tr>
            {group.map((entry) => (
              <tr key={entry.id}>
                <td>
                  <CheckInBox checkedInAt={entry.checkedInAt} />
                </td>
                <th scope="row">
                  <bdi>{entry.lastName}</bdi>
                </th>
                <td>
                  <bdi>{entry.firstName}</bdi>
                </td>
                <td>
                  <bdi>{entry.companyName}</bdi>
                </td>
                <td className="door-list-code">{entry.code}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function CheckInBox({ checkedInAt }: { checkedInAt: string | null }) {
  if (!checkedInAt) return <span className="door-list-box" />
  return (
    <span className="door-list-box" title={`Checked in ${momentOf(checkedInAt)}`}>
      <span aria-hidden="true">✓</span>
      <span className="sr-only">Checked in</span>
    </span>
  )
}
