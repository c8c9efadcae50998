import {
  Ban,
  CalendarClock,
  EllipsisVertical,
  MapPin,
  Pencil,
  Power,
  PowerOff,
  Sparkles,
  Trash2,
  Users,
} from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { paths } from '#client/platform/navigation/paths.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { cn } from '#client/ui/cn.ts'
import { Badge } from '#client/ui/display/badge.tsx'
import { StatusBadge } from '#client/ui/display/status-badge.tsx'
import { DropdownItem, DropdownMenu, DropdownSeparator } from '#client/ui/overlays/dropdown-menu.tsx'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import { isOver } from '#contract/events/rules.ts'
import { brandStyle } from '../parts/brand.ts'
import { DateBib } from '../parts/date-bib.tsx'
import { WhenText } from '../parts/when-text.tsx'
import { ShortLink } from './short-link.tsx'

export type EventAction = 'edit' | 'activate' | 'deactivate' | 'cancel' | 'delete'
export type OnEventAction = (act: EventAction, event: ManagedEvent, opener: HTMLElement | null) => void

const number = new Intl.NumberFormat('en')

/** Receives the focus after its creation. */
export const eventCardId = ({ id }: Pick<ManagedEvent, 'id'>) => `event-${id}`

interface EventCardProps {
  event: ManagedEvent
  /** Just created here: scrolled into view and highlighted. */
  created: boolean
  onAct: OnEventAction
}

export function EventCard({ event, created, onAct }: EventCardProps) {
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (created) card.current?.scrollIntoView({ block: 'center' })
  }, [created])
  return (
    <article
      ref={card}
      id={eventCardId(event)}
      tabIndex={-1}
      aria-labelledby={titleId}
      style={brandStyle(event.brandingColor)}
      className={cn(
        'min-w-0 overflow-hidden rounded-lg border border-border bg-surface',
        created && 'border-success ring-2 ring-success',
      )}
    >
      <div className="grid gap-x-6 gap-y-5 p-5 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex min-w-0 gap-5">
          <div
            className={cn(
              'flex shrink-0 self-start rounded-md bg-(--brand) px-3 py-4 max-sm:hidden',
              (!event.isActive || event.cancelledAt) && 'opacity-60 grayscale',
            )}
          >
            <DateBib at={event.eventDate} className="-rotate-3" />
          </div>
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {created && (
                <Badge tone="success" icon={Sparkles}>
                  New
                </Badge>
              )}
              {event.cancelledAt && <StatusBadge status="cancelled" />}
              {!(event.cancelledAt && event.isActive) && (
                <StatusBadge status={event.isActive ? 'active' : 'inactive'} />
              )}
              <Swatch colour={event.brandingColor} />
            </div>
            <h3 id={titleId} dir="auto" className="text-xl wrap-anywhere">
              {event.title}
            </h3>
            <ul className="flex flex-wrap gap-x-5 gap-y-1 font-semibold">
              <li className="flex items-start gap-1.5">
                <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
                <WhenText event={event} unknown="Date TBD" />
              </li>
              {event.place && (
                <li className="flex min-w-0 items-start gap-1.5">
                  <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
                  <bdi className="wrap-anywhere">{event.place}</bdi>
                </li>
              )}
            </ul>
            {event.description && (
              <p dir="auto" className="line-clamp-3 max-w-prose wrap-anywhere text-muted-foreground">
                {event.description}
              </p>
            )}
          </div>
        </div>
        <Counts event={event} />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 border-t border-border px-5 py-4">
        <div className="min-w-0 flex-1 basis-72 lg:max-w-112">
          <ShortLink title={event.title} shortCode={event.shortCode} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <LinkButton
            href={paths.attendees(event.id)}
            variant={awaitsDecision(event) ? 'primary' : 'secondary'}
            aria-describedby={titleId}
          >
            <Users aria-hidden="true" />
            Manage Attendees
          </LinkButton>
          <EventMenu event={event} titleId={titleId} onAct={onAct} />
        </div>
      </div>
    </article>
  )
}

const awaitsDecision = (event: ManagedEvent) => event.pendingRegistrations > 0 && !event.cancelledAt

function Counts({ event }: { event: ManagedEvent }) {
  const counts = [
    { label: 'Total', value: event.totalRegistrations },
    { label: 'Approved', value: event.approvedRegistrations, of: event.capacity },
    { label: 'Checked In', value: event.checkedInRegistrations },
  ]
  return (
    <div className="flex flex-col gap-2 lg:items-end">
      <dl className="flex gap-6 max-sm:justify-between">
        {counts.map(({ label, value, of }) => (
          <div key={label} className="lg:text-right">
            <dt className="text-sm font-semibold text-muted-foreground">{label}</dt>
            <dd className="font-display text-2xl font-bold tabular-nums">
              {number.format(value)}
              {of != null && <span className="text-base text-muted-foreground"> / {number.format(of)}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {awaitsDecision(event) && (
        <Badge tone="warning" className="self-start lg:self-end">
          {number.format(event.pendingRegistrations)} waiting for a decision
        </Badge>
      )}
    </div>
  )
}

function Swatch({ colour }: { colour: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-muted-foreground tabular-nums">
      <span aria-hidden="true" className="size-4 rounded-full border border-control bg-(--brand)" />
      <span className="sr-only">Branding colour </span>
      {colour}
    </span>
  )
}

function EventMenu({ event, titleId, onAct }: { event: ManagedEvent; titleId: string; onAct: OnEventAction }) {
  const button = useRef<HTMLButtonElement>(null)
  const act = (what: EventAction) => () => onAct(what, event, button.current)
  return (
    <DropdownMenu
      trigger={
        <Button ref={button} variant="outline" size="icon" aria-label="More" aria-describedby={titleId}>
          <EllipsisVertical aria-hidden="true" />
        </Button>
      }
    >
      {!event.cancelledAt && (
        <DropdownItem icon={Pencil} onSelect={act('edit')}>
          Edit
        </DropdownItem>
      )}
      {event.isActive ? (
        <DropdownItem icon={PowerOff} onSelect={act('deactivate')}>
          Deactivate
        </DropdownItem>
      ) : (
        <DropdownItem icon={Power} onSelect={act('activate')}>
          Activate
        </DropdownItem>
      )}
      <DropdownSeparator />
      {!event.cancelledAt && !isOver(event, new Date()) && (
        <DropdownItem icon={Ban} destructive onSelect={act('cancel')}>
          Cancel event
        </DropdownItem>
      )}
      <DropdownItem icon={Trash2} destructive onSelect={act('delete')}>
        Delete
      </DropdownItem>
    </DropdownMenu>
  )
}
