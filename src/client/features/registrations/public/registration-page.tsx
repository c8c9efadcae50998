import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useParams } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { boot } from '#client/platform/boot.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { useRetainedError } from '#client/platform/requests/retained-error.ts'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { EventFrame } from './event-frame.tsx'
import { EventPage, useEventTitle } from './event-page.tsx'
import { publicEvent } from './event-query.ts'
import { NoEvent } from './no-event.tsx'
import { OwnSkeleton } from './own-registration/own-skeleton.tsx'
import { sheet } from './registration.tsx'
import { RegistrationSkeleton } from './registration-skeleton.tsx'

// Lazy, because most visitors register; preloaded if the address has a token.
const loadOwn = () => import('./own-registration/own-registration.tsx')
const OwnRegistrationCard = lazy(() => loadOwn().then((module) => ({ default: module.OwnRegistrationCard })))
const UnsubscribeCard = lazy(() =>
  import('./own-registration/unsubscribe.tsx').then((module) => ({ default: module.UnsubscribeCard })),
)
if (new URLSearchParams(location.search).has('r')) void loadOwn().catch(() => undefined)

/**
 * The public page of an event. `?r=` opens an attendee's registration by the mailed link, `?u=` the end of reminders.
 */
export function RegistrationPage({ credits }: { credits: ReactNode }) {
  const { shortCode, eventId } = useParams<{ shortCode?: string; eventId?: string }>()
  const key = shortCode ?? eventId
  const search = new URLSearchParams(useSearch())
  const token = search.get('r') ?? undefined
  const unsubscribeToken = search.get('u') ?? undefined
  const query = useQuery(publicEvent(key))
  const { data: event, isFetching, refetch } = query
  const error = useRetainedError(query)

  useEventTitle(event)

  if (event && token === undefined && unsubscribeToken === undefined) {
    return (
      <EventPage event={event} submission={boot()?.submission} onRefused={() => void refetch()} credits={credits} />
    )
  }
  if (event) {
    return (
      <EventFrame event={event} compact credits={credits}>
        <div className={sheet}>
          <Suspense fallback={<OwnSkeleton />}>
            {unsubscribeToken === undefined ? (
              <OwnRegistrationCard eventKey={key ?? event.id} dated={event.eventDate !== null} token={token ?? ''} />
            ) : (
              <UnsubscribeCard eventKey={key ?? event.id} token={unsubscribeToken} />
            )}
          </Suspense>
        </div>
      </EventFrame>
    )
  }
  if (event === null) {
    return (
      <NoEvent credits={credits}>
        {/* The event is no longer public, but attendees keep their code. */}
        {key && (token ?? unsubscribeToken) !== undefined && (
          <div className={`${sheet} w-full max-w-md text-left`}>
            <Suspense fallback={<OwnSkeleton />}>
              {token === undefined ? (
                <UnsubscribeCard eventKey={key} token={unsubscribeToken ?? ''} />
              ) : (
                <OwnRegistrationCard eventKey={key} dated={false} token={token} />
              )}
            </Suspense>
          </div>
        )}
      </NoEvent>
    )
  }
  if (!error) return <RegistrationSkeleton />
  return (
    <ErrorState
      title="Failed to fetch event"
      description={sentenceOf(error, 'Check your connection and try again.')}
      onRetry={() => void refetch()}
      retrying={isFetching}
      className="py-24"
    />
  )
}
