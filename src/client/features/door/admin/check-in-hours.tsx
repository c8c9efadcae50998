import { useQuery } from '@tanstack/react-query'
import { Clock3 } from 'lucide-react'
import { useNow, zoneNote } from '#client/platform/formats/dates.ts'
import { dayAndTimeOf } from '#client/platform/formats/day-and-time.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { type CheckInTimes, findClosure, isOpenedByHand } from '#contract/door/check-in-times.ts'
import { doorInfo } from '../queries.ts'
import { closureTitle } from '../screen/labels.ts'
import { OpeningButton } from './opening-button.tsx'

/** Check-in hours of an event, with a button that opens check-in by hand. */
export function CheckInHours({ eventId }: { eventId: string }) {
  const info = useQuery(doorInfo(eventId))
  return (
    <section aria-labelledby="check-in-hours" className="flex flex-col gap-3">
      <h2 id="check-in-hours" className="text-xl">
        Check-in hours
      </h2>
      <QuerySection
        query={info}
        failure="Couldn’t load the check-in hours."
        skeleton={
          <Loading label="Loading the check-in hours…">
            <Skeleton className="h-20 w-full" />
          </Loading>
        }
      >
        {({ checkIn }) => <Hours eventId={eventId} checkIn={checkIn} />}
      </QuerySection>
    </section>
  )
}

function Hours({ eventId, checkIn }: { eventId: string; checkIn: CheckInTimes }) {
  const now = new Date(useNow())
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-border bg-surface px-4 py-3">
      <Clock3 aria-hidden="true" className="size-6 shrink-0 text-info" />
      <div className="min-w-0 flex-1 basis-56">
        <p role="status" className="font-bold">
          {stateOf(checkIn, now)}
        </p>
        <p className="text-sm text-muted-foreground">{hoursOf(checkIn)}</p>
      </div>
      <OpeningButton eventId={eventId} checkIn={checkIn} now={now} />
    </div>
  )
}

function stateOf(checkIn: CheckInTimes, now: Date): string {
  const closure = findClosure(checkIn, now)
  if (closure) return closureTitle(closure)
  const { openedUntil, closesAt } = checkIn
  if (openedUntil && isOpenedByHand(checkIn, now)) return `Opened by hand until ${dayAndTimeOf(openedUntil)}`
  return closesAt ? `Open until ${dayAndTimeOf(closesAt)}` : 'Open'
}

function hoursOf({ opensAt, closesAt, cancelledAt }: CheckInTimes): string {
  if (cancelledAt) return 'Check-in of a cancelled event stays closed.'
  if (!opensAt || !closesAt) return 'The event has no date yet, so check-in has no hours of its own.'
  const zone = zoneNote()
  const span = `${dayAndTimeOf(opensAt)} to ${dayAndTimeOf(closesAt)}`
  return `${span}${zone ? ` (${zone})` : ''}. Change the hours by editing the event.`
}
