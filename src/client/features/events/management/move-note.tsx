import { Mail } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import { isOver } from '#contract/events/rules.ts'
import { countRegistered, peopleText } from '../queries.ts'
import { type EventFields, fieldsOf } from './event-fields.ts'

/** Number of people who get an email after a change of date or place. */
export function MoveNote({ event }: { event: ManagedEvent }) {
  const [eventDate, endsAt, place] = useWatch<EventFields, ['eventDate', 'endsAt', 'place']>({
    name: ['eventDate', 'endsAt', 'place'],
  })
  const before = fieldsOf(event)
  const isMoved = before.eventDate !== eventDate || before.endsAt !== endsAt || before.place !== place.trim()
  const people = event.cancelledAt || isOver(event, new Date()) ? 0 : countRegistered(event)
  return (
    <p role="status" className="flex items-start gap-2 px-5 pt-3 text-sm font-semibold empty:hidden sm:px-6">
      {isMoved && people > 0 && (
        <>
          <Mail aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {`${peopleText(people)} will get an email about the new date or place, five minutes after your last change.`}
        </>
      )}
    </p>
  )
}
