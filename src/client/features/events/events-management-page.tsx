import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#client/platform/formats/dates.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { useListUrl } from '#client/platform/navigation/list-url.ts'
import { useRetainedError } from '#client/platform/requests/retained-error.ts'
import { cn } from '#client/ui/cn.ts'
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
      {/* From the start, so that nothing moves when the events arrive. */}
      {(q || events.data?.length !== 0) && (
        <ListToolbar
          search={<SearchInput label="Search events" placeholder="Title or place" value={q} onSearch={search} />}
        >
          <ListCount total={found?.length} things={['event', 'events']} found={q !== ''} />
        </ListToolbar>
      )}
      <ListResult
        items={found}
        failure={error ? sentenceOf(error, 'Couldn’t load the events.') : undefined}
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

/** Cards are folded but for the next event and a new one. */
function EventGroups({ events, created, onAct }: GroupsProps) {
  const now = new Date(useNow())
  const [toggled, setToggled] = useState<Record<string, boolean>>({})
  const upcoming = events.filter((event) => !isOver(event, now))
  const next = upcoming.find(({ cancelledAt }) => !cancelledAt)
  const groups = [
    { name: 'Upcoming', events: upcoming },
    { name: 'Past', events: events.filter((event) => isOver(event, now)) },
  ].filter((group) => group.events.length > 0)
  return (
    <div className="flex flex-col gap-6">
      {groups.map(({ name, events: inGroup }) => (
        <section key={name} aria-labelledby={`events-${name}`}>
          <h2 id={`events-${name}`} className="text-xl">
            {name}
          </h2>
          <ul className={cn('mt-3', listStyles)}>
            {inGroup.map((event) => (
              <li key={event.id}>
                <EventCard
                  event={event}
                  created={event.id === created}
                  unfolded={toggled[event.id] ?? (event.id === next?.id || event.id === created)}
                  onFold={(unfolded) => setToggled((before) => ({ ...before, [event.id]: unfolded }))}
                  onAct={onAct}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const listStyles = 'divide-y divide-border overflow-clip rounded-lg border border-border'

const foldedCards = Array.from({ length: 5 }, (_, place) => place)

function EventsSkeleton() {
  return (
    <Loading label="Loading events…">
      <Skeleton className="h-7 w-32" />
      <div className={cn('mt-3', listStyles)}>
        <Skeleton className="h-96 sm:h-76" />
        {foldedCards.map((place) => (
          <Skeleton key={place} className="h-36 lg:h-14" />
        ))}
      </div>
    </Loading>
  )
}
