import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { sentenceOf } from '#client/platform/forms.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { branding } from '#contract/branding.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import { EventFrame } from './public/event-frame.tsx'
import { publicEvent } from './public/event-query.ts'
import { forgetSent, keepSent, recallSent, type Sent } from './public/form-memory.ts'
import { NoEvent } from './public/no-event.tsx'
import { OwnRegistrationCard } from './public/own-registration.tsx'
import { Registered } from './public/registered.tsx'
import { RegistrationForm } from './public/registration-form.tsx'
import { RegistrationSkeleton } from './public/registration-skeleton.tsx'

/** What everybody sees of an event; with `?r=` the own registration of whoever holds the mailed link. */
export function RegistrationPage() {
  const { shortCode, eventId } = useParams<{ shortCode?: string; eventId?: string }>()
  const key = shortCode ?? eventId
  const token = new URLSearchParams(useSearch()).get('r') ?? undefined
  const { data: event, error, isFetching, refetch } = useQuery(publicEvent(key))

  useEffect(() => {
    if (event) document.title = `${event.title} · ${branding.eventName}`
  }, [event])

  if (event) {
    return (
      <EventFrame event={event} compact={token !== undefined}>
        <div className={sheet}>
          {token === undefined ? (
            <Registration key={event.id} event={event} onRefused={() => void refetch()} />
          ) : (
            <OwnRegistrationCard eventKey={key ?? event.id} dated={event.eventDate !== null} token={token} />
          )}
        </div>
      </EventFrame>
    )
  }
  if (event === null) {
    return (
      <NoEvent>
        {/* Taken off the public pages, but who was let in keeps the own code. */}
        {key && token !== undefined && (
          <div className={`${sheet} w-full max-w-md text-left`}>
            <OwnRegistrationCard eventKey={key} dated={false} token={token} />
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

const sheet = 'rounded-lg border border-border bg-surface p-5 sm:p-6'

function Registration({ event, onRefused }: { event: PublicEvent; onRefused: () => void }) {
  const [sent, setSent] = useState(() => recallSent(event.id))
  const [fresh, setFresh] = useState(false)

  if (sent) {
    const another = () => {
      forgetSent(event.id)
      setSent(undefined)
    }
    return <Registered sent={sent} fresh={fresh} onAnother={another} />
  }
  if (!event.registrationOpen) {
    return (
      <>
        <h2 className="text-2xl">Registration is closed</h2>
        <p className="mt-2 text-muted-foreground">
          Registration for this event is closed. Already registered? Your email has the link to your own page.
        </p>
      </>
    )
  }
  const keep = (sent: Sent) => {
    keepSent(event.id, sent)
    setFresh(true)
    setSent(sent)
  }
  return <RegistrationForm event={event} onSent={keep} onRefused={onRefused} />
}
