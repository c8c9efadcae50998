import { type ReactNode, useEffect } from 'react'
import { branding } from '#contract/branding/branding.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import type { PlainSubmission } from '#contract/registrations/plain-form.ts'
import { EventFrame } from './event-frame.tsx'
import { Registration, sheet } from './registration.tsx'

interface Props {
  event: PublicEvent
  submission: PlainSubmission | undefined
  /** The event was closed or removed meanwhile, so the page refetches it. */
  onRefused: () => void
  credits: ReactNode
}

/** The public page of an event with its form; also rendered by the server. */
export function EventPage({ event, submission, onRefused, credits }: Props) {
  useEventTitle(event)
  return (
    <EventFrame event={event} credits={credits}>
      <div className={sheet}>
        <Registration key={event.id} event={event} submission={submission} onRefused={onRefused} />
      </div>
    </EventFrame>
  )
}

export function useEventTitle(event: PublicEvent | null | undefined) {
  useEffect(() => {
    if (event) document.title = `${event.title} · ${branding.eventName}`
  }, [event])
}
