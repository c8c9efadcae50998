import { useState } from 'react'
import { Credits } from '#client/features/landing/credits.tsx'
import { EventPage } from '#client/features/registrations/public/event-page.tsx'
import { fetchPublicEvent } from '#client/features/registrations/public/fetch-public-event.ts'
import { NoEvent } from '#client/features/registrations/public/no-event.tsx'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import type { PlainSubmission } from '#contract/registrations/plain-form.ts'
import { PageChange } from './page-change.tsx'

interface Props {
  event: PublicEvent | undefined
  submission: PlainSubmission | undefined
}

/** The page of an event as the server renders it. It needs no query client: its event is written into it. */
export function PublicEventPage({ event: written, submission }: Props) {
  const [event, setEvent] = useState(written)
  const readAgain = () => {
    // Without an answer the page stays as it is; the form has said what happened.
    fetchPublicEvent(event?.id).then(
      (found) => setEvent(found ?? undefined),
      () => undefined,
    )
  }
  return (
    <>
      <PageChange title="Event Registration" />
      {event ? (
        <EventPage event={event} submission={submission} onRefused={readAgain} credits={<Credits />} />
      ) : (
        <NoEvent credits={<Credits />}>{undefined}</NoEvent>
      )}
    </>
  )
}
