import {
  Ban,
  ChevronRight,
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
  unfolded: boolean
  onFold: (unfolded: boolean) => void
  onAct: OnEventAction
}

export function EventCard({ event, created, unfolded, onFold, onAct }: EventCardProps) {
  const titleId = useId()
  const restId = useId()
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
      className={cn('min-w-0 bg-surface', created && 'ring-2 ring-success ring-inset')}
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 py-1.5 pr-3 pl-2 max-lg:py-3">
        <div className="flex min-w-64 flex-1 items-center gap-2">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Details"
            aria-describedby={titleId}
            aria-expanded={unfolded}
            aria-controls={unfolded ? restId : undefined}
            onClick={() => onFold(!unfolded)}
          >
            <ChevronRight aria-hidden="true" className={cn('transition-transform', unfolded && 'rotate-90')} />
          </Button>
          <Heading event={event} titleId={titleId} created={created} />
        </div>
        <Counts event={event} />
        <div className="flex items-center gap-2 max-sm:w-full">
          <LinkButton
            href={paths.attendees(event.id)}
            variant="secondary"
            size="sm"
            aria-describedby={titleId}
            className="max-sm:flex-1"
          >
            <Users aria-hidden="true" />
            Manage Attendees
          </LinkButton>
          <EventMenu event={event} titleId={titleId} onAct={onAct} />
        </div>
      </div>
      {unfolded && <Rest id={restId} event={event} />}
    </article>
  )
}

function Heading({ event, titleId, created }: { event: ManagedEvent; titleId: string; created: boolean }) {
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Swatch colour={event.brandingColor} />
        <h3 id={titleId} dir="auto" className="text-base leading-6 wrap-anywhere">
          {event.title}
        </h3>
        {created && (
          <Badge tone="success" icon={Sparkles}>
            New
          </Badge>
        )}
        {event.cancelledAt && <StatusBadge status="cancelled" />}
        {!(event.cancelledAt && event.isActive) && <StatusBadge status={event.isActive ? 'active' : 'inactive'} />}
      </div>
      <p className="text-sm text-muted-foreground">
        <WhenText event={event} unknown="Date TBD" />
        {awaitsDecision(event) && (
          <span className="font-semibold whitespace-nowrap text-warning">
            {' · '}
            {number.format(event.pendingRegistrations)} waiting for a decision
          </span>
        )}
      </p>
    </div>
  )
}

function Rest({ id, event }: { id: string; event: ManagedEvent }) {
  return (
    <div id={id} className="flex gap-5 px-5 pt-2 pb-5">
      <div
        className={cn(
          'flex shrink-0 self-start rounded-md bg-(--brand) px-3 py-4 max-sm:hidden',
          (!event.isActive || event.cancelledAt) && 'opacity-60 grayscale',
        )}
      >
        <DateBib at={event.eventDate} className="-rotate-3" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        {event.place && (
          <p className="flex min-w-0 items-start gap-1.5 font-semibold">
            <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
            <bdi className="wrap-anywhere">{event.place}</bdi>
          </p>
        )}
        {event.description && (
          <p dir="auto" className="line-clamp-3 max-w-prose wrap-anywhere text-muted-foreground">
            {event.description}
          </p>
        )}
        <div className="min-w-0 max-w-112">
          <ShortLink title={event.title} shortCode={event.shortCode} />
        </div>
      </div>
    </div>
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
    <dl className="flex gap-x-4 max-sm:w-full max-sm:justify-between max-sm:px-2">
      {counts.map(({ label, value, of }) => (
        <div key={label} className="min-w-18 sm:text-right">
          <dt className="text-xs font-semibold text-muted-foreground">{label}</dt>
          <dd className="leading-5 font-semibold tabular-nums">
            {number.format(value)}
            {of != null && <span className="text-sm text-muted-foreground"> / {number.format(of)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Swatch({ colour }: { colour: string }) {
  return (
    <span data-swatch className="size-4 shrink-0 rounded-full border border-control bg-(--brand)">
      <span className="sr-only">Branding colour {colour}</span>
    </span>
  )
}

function EventMenu({ event, titleId, onAct }: { event: ManagedEvent; titleId: string; onAct: OnEventAction }) {
  const button = useRef<HTMLButtonElement>(null)
  const act = (what: EventAction) => () => onAct(what, event, button.current)
  return (
    <DropdownMenu
      trigger={
        <Button ref={button} variant="ghost" size="icon-sm" aria-label="More" aria-describedby={titleId}>
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
