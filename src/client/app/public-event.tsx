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

/** The server-rendered event page. It needs no query client, because its event is in the HTML. */
export function PublicEventPage({ event: written, submission }: Props) {
  const [event, setEvent] = useState(written)
  const readAgain = () => {
    // Without an answer keep the page; the form has reported the failure.
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
