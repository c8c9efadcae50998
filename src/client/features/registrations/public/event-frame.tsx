import { CalendarClock, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { brandStyle } from '#client/features/events/parts/brand.ts'
import { DateBib } from '#client/features/events/parts/date-bib.tsx'
import { WhenText } from '#client/features/events/parts/when-text.tsx'
import { HelpButton } from '#client/platform/help/help-button.tsx'
import { paths } from '#client/platform/navigation/paths.ts'
import { cn } from '#client/ui/cn.ts'
import { BrandMark } from '#client/ui/display/brand-mark.tsx'
import { TrackLanes } from '#client/ui/display/track-lanes.tsx'
import { SkipLink } from '#client/ui/layout/skip-link.tsx'
import { ThemeToggle } from '#client/ui/theme/theme-toggle.tsx'
import { branding } from '#contract/branding/branding.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import { About } from './about.tsx'

interface Props {
  event: PublicEvent
  /** Small header: on a phone at the door, the code matters more than the poster. */
  compact?: boolean
  /** The form or the ticket: below the title on a phone, beside it on a wide screen. */
  children: ReactNode
  credits: ReactNode
}

/** The poster of an event in its colour. */
export function EventFrame({ event, compact = false, children, credits }: Props) {
  return (
    <div style={brandStyle(event.brandingColor)} className="event-frame">
      <SkipLink />
      <header
        style={{ '--color-primary': 'var(--on-brand)', '--color-ring': 'var(--on-brand)' } as object}
        className="relative col-span-full row-start-1 grid grid-cols-subgrid overflow-hidden border-b border-border bg-(--brand) text-(--on-brand)"
      >
        <TrackLanes
          lanes={8}
          className="absolute right-0 bottom-0 h-[120%] max-w-none text-current opacity-20 lg:h-[150%]"
        />
        <div className="relative flex h-16 items-center justify-between gap-3 px-4 sm:px-8 lg:col-span-3 lg:col-start-2 lg:px-0">
          <Link href={paths.home} className="inline-flex min-h-11 min-w-0 items-center rounded-md">
            <BrandMark name={branding.eventName} className="text-sm sm:text-base" />
          </Link>
          <div className="flex shrink-0">
            <HelpButton className="[&]:text-current [&]:hover:bg-(--on-brand)/15" />
            <ThemeToggle className="[&]:text-current [&]:hover:bg-(--on-brand)/15" />
          </div>
        </div>
        <div
          className={cn(
            'relative flex flex-col justify-center px-4 sm:px-8 lg:col-start-2 lg:min-h-96 lg:px-0 lg:pt-6 lg:pb-14',
            compact ? 'pt-2 pb-10' : 'pt-6 pb-12',
          )}
        >
          <h1
            dir="auto"
            className={cn(
              'font-extrabold tracking-tight wrap-anywhere',
              compact ? 'text-2xl lg:text-4xl' : titleSize(event.title),
            )}
          >
            {event.title}
          </h1>
          <div className={cn('flex items-center gap-5', compact ? 'mt-3 lg:mt-8' : 'mt-6 lg:mt-8')}>
            <DateBib at={event.eventDate} className={cn('-rotate-3', compact && 'max-lg:hidden')} />
            <ul className="flex min-w-0 flex-col gap-2 text-base font-semibold sm:text-lg">
              <li className="flex items-start gap-2.5">
                <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0 sm:mt-1" />
                <span>
                  <WhenText event={event} unknown="Date To Be Announced" />
                </span>
              </li>
              {event.place && (
                <li className="flex items-start gap-2.5">
                  <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 sm:mt-1" />
                  <span dir="auto" className="wrap-anywhere">
                    {event.place}
                  </span>
                </li>
              )}
            </ul>
          </div>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="relative z-10 row-start-2 px-4 sm:px-8 max-lg:-mt-6 lg:col-start-4 lg:row-span-2 lg:row-start-1 lg:mt-20 lg:px-0 lg:pb-16"
      >
        {children}
      </main>
      <About
        event={event}
        steps={!compact && event.registrationOpen}
        className="row-start-3 px-4 py-10 sm:px-8 lg:col-start-2 lg:row-start-2 lg:px-0 lg:py-14"
      />
      <div className="col-span-full row-start-4 self-end border-t border-border lg:row-start-3">{credits}</div>
    </div>
  )
}

/** Keeps long titles complete within a phone's first screen. */
const titleSize = ({ length }: string) =>
  length > 60 ? 'text-2xl sm:text-3xl lg:text-4xl' : length > 28 ? 'text-3xl sm:text-4xl' : 'text-4xl sm:text-5xl'
