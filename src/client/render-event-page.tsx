import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { paths } from '#client/platform/paths.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import type { PlainSubmission } from '#contract/registrations/plain-form.ts'
import { EventFrame } from './features/events/public/event-frame.tsx'
import { NoEvent } from './features/events/public/no-event.tsx'
import { Registration, sheet } from './features/events/public/registration.tsx'
import { Credits } from './features/landing/credits.tsx'

/** The public page of an event as the server sends it: the same components as in the browser, before any script runs. */
export function renderEventPage(event: PublicEvent | undefined, submission?: PlainSubmission): string {
  return renderToString(
    <Router ssrPath={event ? paths.shortLink(event.shortCode) : '/event-registration'}>
      {event ? (
        <EventFrame event={event} credits={<Credits />}>
          <div className={sheet}>
            <Registration event={event} submission={submission} onRefused={() => undefined} />
          </div>
        </EventFrame>
      ) : (
        <NoEvent credits={<Credits />}>{undefined}</NoEvent>
      )}
    </Router>,
  )
}
