import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useNow } from '#client/platform/formats/dates.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import { isOver } from '#contract/events/rules.ts'
import { EventPoster } from './event-poster.tsx'
import { eventList } from './queries.ts'

export function EventsPage() {
  const events = useQuery(eventList)
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Events" description="What happens during the week, and where to sign up." />
      <QuerySection
        query={events}
        failure="Couldn’t load the events."
        skeleton={
          <Loading label="Loading the events…" className={list}>
            <Skeleton className="h-52 rounded-lg" />
            <Skeleton className="h-52 rounded-lg" />
          </Loading>
        }
        errorClassName={frame}
      >
        {(all) => <Posters events={all.filter(({ isActive }) => isActive)} />}
      </QuerySection>
    </div>
  )
}

const frame = 'rounded-lg border border-dashed border-border'
const list = 'flex flex-col gap-4'

function Posters({ events }: { events: PublicEvent[] }) {
  const now = new Date(useNow())
  const upcoming = events.filter((event) => !isOver(event, now))
  const past = events.filter((event) => isOver(event, now))
  return (
    <>
      {upcoming.length === 0 ? (
        <EmptyState
          icon={CalendarDays}
          title="No upcoming events at this time."
          description="New events appear here as soon as the organisers publish them."
          className={frame}
        />
      ) : (
        <ul className={list}>
          {upcoming.map((event) => (
            <li key={event.id}>
              <EventPoster event={event} level={2} />
            </li>
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <section aria-labelledby="past-events" className="mt-4">
          <h2 id="past-events" className="text-xl">
            Past events
          </h2>
          <ul className={`${list} mt-3`}>
            {past.map((event) => (
              <li key={event.id}>
                <EventPoster event={event} level={3} past />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
