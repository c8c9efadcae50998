import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#client/platform/formats/dates.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { useListUrl } from '#client/platform/navigation/list-url.ts'
import { useRetainedError } from '#client/platform/requests/retained-error.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { SearchInput } from '#client/ui/forms/search-input.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import { ListCount } from '#client/ui/lists/list-count.tsx'
import { ListResult } from '#client/ui/lists/list-result.tsx'
import { ListToolbar } from '#client/ui/lists/list-toolbar.tsx'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import { isOver } from '#contract/events/rules.ts'
import { matching } from '#contract/text/matching.ts'
import { EventCard, type OnEventAction } from './management/event-card.tsx'
import { CreateEventDialog } from './management/event-dialog.tsx'
import { useEventActions } from './management/use-event-actions.tsx'
import { managedEvents } from './queries.ts'

/** Below this number a search is not needed. */
const worthSearching = 7

export function EventsManagementPage() {
  const { q, search } = useListUrl(['eventDate'], 'eventDate')
  const events = useQuery(managedEvents)
  const error = useRetainedError(events)
  const actions = useEventActions()
  const [created, setCreated] = useState<string>()
  const matches = matching(q)
  const found = events.data?.filter(({ title, place, shortCode }) => matches(title, place, shortCode))

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Events"
        description="Public events, their short links and who registered."
        actions={
          <CreateEventDialog
            onCreated={({ id }) => {
              // Clear the search, which could hide the new event.
              if (q) search('')
              setCreated(id)
            }}
          />
        }
      />
      {(q || (events.data?.length ?? 0) >= worthSearching) && (
        <ListToolbar
          search={<SearchInput label="Search events" placeholder="Title or place" value={q} onSearch={search} />}
        >
          <ListCount total={found?.length} things={['event', 'events']} found={q !== ''} />
        </ListToolbar>
      )}
      <ListResult
        items={found}
        failure={error ? sentenceOf(error, 'The events did not load.') : undefined}
        outdated={false}
        onRetry={() => void events.refetch()}
        retrying={events.isFetching}
        q={q}
        page={1}
        onClear={() => search('')}
        onFirstPage={() => undefined}
        skeleton={<EventsSkeleton />}
        empty={
          <EmptyState
            icon={CalendarDays}
            title="No events yet."
            description="Create the first one: it gets a page and a short link you can share, and everyone who registers appears here."
          />
        }
      >
        {(listed) => <EventGroups events={listed} created={created} onAct={actions.act} />}
      </ListResult>
      {actions.element}
    </div>
  )
}

type GroupsProps = { events: ManagedEvent[]; created: string | undefined; onAct: OnEventAction }

function EventGroups({ events, created, onAct }: GroupsProps) {
  const now = new Date(useNow())
  const groups = [
    { name: 'Upcoming', events: events.filter((event) => !isOver(event, now)) },
    { name: 'Past', events: events.filter((event) => isOver(event, now)) },
  ].filter((group) => group.events.length > 0)
  return (
    <div className="flex flex-col gap-8">
      {groups.map(({ name, events: inGroup }) => (
        <section key={name} aria-labelledby={`events-${name}`}>
          <h2 id={`events-${name}`} className="text-xl">
            {name}
          </h2>
          <ul className="mt-3 flex flex-col gap-4">
            {inGroup.map((event) => (
              <li key={event.id}>
                <EventCard event={event} created={event.id === created} onAct={onAct} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function EventsSkeleton() {
  return (
    <Loading label="Loading events…">
      <Skeleton className="h-7 w-32" />
      <div className="mt-3 flex flex-col gap-4">
        <Skeleton className="h-72 rounded-lg sm:h-60" />
        <Skeleton className="h-72 rounded-lg sm:h-60" />
      </div>
    </Loading>
  )
}
