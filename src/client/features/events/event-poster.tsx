import { ArrowUpRight, CalendarClock, MapPin, Play } from 'lucide-react'
import { useId } from 'react'
import { paths } from '#client/platform/navigation/paths.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Badge } from '#client/ui/display/badge.tsx'
import { StatusBadge } from '#client/ui/display/status-badge.tsx'
import { TrackLanes } from '#client/ui/display/track-lanes.tsx'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import { brandStyle } from './parts/brand.ts'
import { DateBib } from './parts/date-bib.tsx'
import { WhenText } from './parts/when-text.tsx'

interface Props {
  event: PublicEvent
  level: 2 | 3
  past?: boolean
}

/** An event for companies, with its colour at the edge. */
export function EventPoster({ event, level, past = false }: Props) {
  const titleId = useId()
  const Heading = `h${level}` as const
  return (
    <article
      aria-labelledby={titleId}
      style={brandStyle(event.brandingColor)}
      className="grid min-w-0 overflow-hidden rounded-lg border border-border bg-surface sm:grid-cols-[10rem_minmax(0,1fr)]"
    >
      <div className="relative flex items-center overflow-hidden bg-(--brand) p-4 text-(--on-brand) max-sm:h-28 sm:justify-center">
        <TrackLanes
          lanes={6}
          className="absolute right-0 bottom-0 h-full text-current opacity-25 max-sm:h-[150%] sm:h-auto sm:w-[135%] sm:max-w-none"
        />
        <DateBib at={event.eventDate} className="-rotate-3" />
      </div>
      <div className="flex min-w-0 flex-col gap-3 p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <Heading id={titleId} dir="auto" className="min-w-0 text-xl wrap-anywhere">
            {event.title}
          </Heading>
          {event.cancelledAt ? (
            <StatusBadge status="cancelled" />
          ) : past ? (
            <Badge>Over</Badge>
          ) : (
            event.full && <Badge tone="warning">Waiting list</Badge>
          )}
        </div>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 font-semibold">
          <li className="flex items-start gap-1.5">
            <CalendarClock
              aria-hidden="true"
              className="mt-0.5 size-5 shrink-0 text-(--brand-text) dark:text-(--brand-text-dark)"
            />
            <WhenText event={event} unknown="Date To Be Announced" />
          </li>
          {event.place && (
            <li className="flex min-w-0 items-start gap-1.5">
              <MapPin
                aria-hidden="true"
                className="mt-0.5 size-5 shrink-0 text-(--brand-text) dark:text-(--brand-text-dark)"
              />
              <bdi className="wrap-anywhere">{event.place}</bdi>
            </li>
          )}
        </ul>
        {event.cancelledAt && (
          <p dir="auto" className="max-w-prose font-semibold whitespace-pre-line wrap-anywhere">
            This event was cancelled. {event.cancellationReason}
          </p>
        )}
        {event.description && (
          <p dir="auto" className="line-clamp-4 max-w-prose whitespace-pre-line wrap-anywhere text-muted-foreground">
            {event.description}
          </p>
        )}
        <div className="mt-1 flex flex-wrap gap-3">
          {!past && !event.cancelledAt && (
            <LinkButton href={paths.eventRegistration(event.id)} target="_blank" aria-describedby={titleId}>
              Register for Event
              <ArrowUpRight aria-hidden="true" />
              <span className="sr-only">(opens in a new tab)</span>
            </LinkButton>
          )}
          {event.youtubeUrl && (
            <LinkButton href={event.youtubeUrl} target="_blank" variant="outline" aria-describedby={titleId}>
              <Play aria-hidden="true" />
              Watch Video
              <span className="sr-only">(opens in a new tab)</span>
            </LinkButton>
          )}
        </div>
      </div>
    </article>
  )
}
