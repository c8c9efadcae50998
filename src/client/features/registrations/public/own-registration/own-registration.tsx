import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNow } from '#client/platform/formats/dates.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { ApiProblem } from '#client/platform/requests/api.ts'
import { useRetainedError } from '#client/platform/requests/retained-error.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StatusBadge } from '#client/ui/display/status-badge.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import type { OwnRegistration } from '#contract/registrations/own-registration.ts'
import { ownRegistration } from '../event-query.ts'
import { OwnActions } from './own-actions.tsx'
import { labelsFor } from './own-labels.ts'
import { OwnSkeleton } from './own-skeleton.tsx'
import { Ticket } from './ticket.tsx'

/** An attendee's page, opened by the mailed link. */
export function OwnRegistrationCard({ eventKey, dated, token }: { eventKey: string; dated: boolean; token: string }) {
  const client = useQueryClient()
  const options = ownRegistration(eventKey, token)
  const query = useQuery(options)
  const { data: registration, isFetching, refetch } = query
  const error = useRetainedError(query)
  if (registration) {
    return (
      <RegistrationView
        registration={registration}
        eventKey={eventKey}
        dated={dated}
        token={token}
        onChanged={(changed) => client.setQueryData(options.queryKey, changed)}
      />
    )
  }
  if (!error) return <OwnSkeleton />
  if (error instanceof ApiProblem && error.status !== 0 && error.status < 500) {
    return (
      <div className="flex flex-col items-start gap-3">
        <h2 className="text-2xl">Registration not found</h2>
        <p className="text-muted-foreground">
          {sentenceOf(error, 'This registration does not exist or is no longer here.')} Check that the link is complete,
          or register again.
        </p>
        <LinkButton href={location.pathname} variant="outline">
          Go to the registration
        </LinkButton>
      </div>
    )
  }
  return (
    <ErrorState
      description={sentenceOf(error, 'Couldn’t load your registration.')}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}

interface RegistrationViewProps {
  registration: OwnRegistration
  eventKey: string
  dated: boolean
  token: string
  onChanged: (registration: OwnRegistration) => void
}

function RegistrationView({ registration, eventKey, dated, token, onChanged }: RegistrationViewProps) {
  const now = useNow()
  const { badge, label, title, text } = labelsFor(registration, now)
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        <StatusBadge status={badge} label={label} />
        <h2 dir="auto" className="mt-2 text-2xl wrap-anywhere">
          {title}
        </h2>
        <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere text-muted-foreground">
          {text}
        </p>
      </div>
      {registration.status === 'rejected' && registration.reason && !registration.eventCancelledAt && (
        <blockquote dir="auto" className="border-l-4 border-border pl-4 whitespace-pre-line wrap-anywhere">
          {registration.reason}
        </blockquote>
      )}
      {registration.qr && <Ticket registration={registration} qr={registration.qr} />}
      {registration.status === 'cancelled' && !registration.eventCancelledAt && (
        <LinkButton href={location.pathname} variant="outline">
          Register again
        </LinkButton>
      )}
      <OwnActions registration={registration} eventKey={eventKey} dated={dated} token={token} onChanged={onChanged} />
    </div>
  )
}
