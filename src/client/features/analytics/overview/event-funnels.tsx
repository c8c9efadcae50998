import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { amount, countText } from '#client/platform/formats/amounts.ts'
import { clockOf, dayOf } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { definitions, type NumberName } from '#contract/analytics/definitions.ts'
import type { EventAnalytics } from '#contract/analytics/endpoints.ts'
import { formatNumber } from '#contract/analytics/number-texts.ts'
import { smallestGroup } from '#contract/analytics/suppression.ts'
import { ChartFigure } from '../charts/chart-figure.tsx'
import { LaneMark } from '../charts/lane-mark.tsx'
import { SeriesChart } from '../charts/series-chart.tsx'
import { useMarks } from '../charts/use-marks.ts'
import { NumberHelp } from '../number-help.tsx'
import { fillArrivals, summarizeArrivals } from './arrivals.ts'

const atFirst = 2

/** Funnel per event: registered, approved, checked in. */
export function EventFunnels({ events }: { events: EventAnalytics[] }) {
  const [all, setAll] = useState(false)
  const visible = all ? events : events.slice(0, atFirst)
  return (
    <section aria-label="Event attendance" className="flex min-w-0 flex-col gap-6">
      <h2 className="text-xl">Event attendance</h2>
      {events.length === 0 && (
        <EmptyState
          icon={CalendarDays}
          title="No events in this period"
          description="An event appears here in the period in which it begins."
        />
      )}
      <div className="grid gap-x-10 gap-y-8 empty:hidden @3xl:grid-cols-2">
        {visible.map((event) => (
          <EventFunnel key={event.id} event={event} />
        ))}
      </div>
      {events.length > atFirst && (
        <Button variant="link" size="sm" onClick={() => setAll(!all)} className="self-start px-0 print:hidden">
          {all ? `Show the first ${atFirst}` : `Show all ${amount(events.length)} events`}
        </Button>
      )}
    </section>
  )
}

function EventFunnel({ event }: { event: EventAnalytics }) {
  const { title, eventDate, registered, noShows, arrivals } = event
  const steps = stepsOf(event)
  const { onKeyDown, markProps } = useMarks(steps.length)
  const isSmall = steps.some(({ value }) => value === null)
  return (
    <ChartFigure
      title={<bdi>{title}</bdi>}
      name={title}
      table={{
        columns: ['Step', 'People', 'Share'],
        rows: [
          ...steps.map(({ number, value, share }) => ({
            key: number,
            cells: [definitions[number].name, formatNumber('count', value), formatNumber('share', share)] as [
              string,
              ...string[],
            ],
          })),
          { key: 'noShows', cells: [definitions.noShows.name, formatNumber('count', noShows), '–'] },
          ...arrivals.map(({ at, count }) => ({
            key: at,
            cells: [arrivalName(at), amount(count), '–'] as [string, ...string[]],
          })),
        ],
      }}
    >
      <p className="text-sm text-muted-foreground">{eventDate ? dayOf(eventDate) : 'Date TBD'}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: the marks of a chart. */}
      <div
        role="group"
        aria-label={`Attendance of ${title}. Arrow keys go from step to step.`}
        onKeyDown={onKeyDown}
        className="mt-2 flex flex-col gap-2"
      >
        {steps.map((step, index) => (
          <div key={step.number} {...markProps(index, describeStep(step))} className="rounded-sm">
            <div className="flex items-baseline justify-between gap-4">
              <span className="text-sm font-semibold text-muted-foreground">{definitions[step.number].name}</span>
              <span className="tabular-nums">
                {step.share !== null && (
                  <span className="text-sm text-muted-foreground">
                    {formatNumber('share', step.share)} of {step.ofWhat} ·{' '}
                  </span>
                )}
                <span className="font-display text-lg font-bold">{formatNumber('count', step.value)}</span>
              </span>
            </div>
            <LaneMark share={registered === 0 ? 0 : (step.value ?? 0) / registered} className="fill-chart-1" />
          </div>
        ))}
      </div>
      {noShows !== null && (
        <p className="mt-1 flex items-center gap-1 text-sm text-muted-foreground">
          {definitions.noShows.name}: <span className="font-semibold text-foreground">{amount(noShows)}</span>
          <NumberHelp number="noShows" />
        </p>
      )}
      {isSmall && (
        <p className="mt-1 text-sm text-muted-foreground">
          Hidden for fewer than {smallestGroup} people, because the number could identify them.
        </p>
      )}
      {arrivals.length > 0 && <Arrivals arrivals={arrivals} title={title} />}
    </ChartFigure>
  )
}

type Step = { number: NumberName; value: number | null; share: number | null; ofWhat?: string }

const stepsOf = ({ registered, approved, checkedIn, approvedShare, attendance }: EventAnalytics): Step[] => [
  { number: 'registered', value: registered, share: null },
  { number: 'approvedAttendees', value: approved, share: approvedShare, ofWhat: 'registered' },
  { number: 'checkedIn', value: checkedIn, share: attendance, ofWhat: 'approved' },
]

function describeStep({ number, value, share, ofWhat }: Step): string {
  if (value === null) return `${definitions[number].name}: hidden, fewer than ${smallestGroup} people`
  const people = `${definitions[number].name}: ${countText(value, ['person', 'people'])}`
  return share === null ? people : `${people}, ${formatNumber('share', share)} of ${ofWhat}`
}

const arrivalName = (at: string) => `${dayOf(at)}, from ${clockOf(at)}`

function Arrivals({ arrivals, title }: Pick<EventAnalytics, 'arrivals' | 'title'>) {
  const people = (value: number) => countText(value, ['person', 'people'])
  return (
    <div className="mt-4">
      <p className="flex items-center gap-1 text-sm font-semibold text-muted-foreground">
        {definitions.arrivals.name} per 15 minutes
        <NumberHelp number="arrivals" />
      </p>
      <SeriesChart
        label={`${definitions.arrivals.name} per 15 minutes, ${title}`}
        summary={summarizeArrivals(arrivals, arrivalName)}
        points={fillArrivals(arrivals).map(({ at, count }) => ({
          key: at,
          tick: [clockOf(at)],
          name: arrivalName(at),
          value: count,
        }))}
        toText={people}
        kind="bars"
        tone="people"
        height={110}
      />
    </div>
  )
}
