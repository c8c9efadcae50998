import { ChartColumn } from 'lucide-react'
import { caloriesText, countText, pointsText } from '#client/platform/formats/amounts.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { cn } from '#client/ui/cn.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { formatPeriod } from '#contract/analytics/day-texts.ts'
import type { AnalyticsOverview } from '#contract/analytics/endpoints.ts'
import { writeChallengeHeadline } from '#contract/analytics/headline.ts'
import type { Period } from '#contract/analytics/period.ts'
import { DayChart } from '../charts/day-chart.tsx'
import type { PeriodQuery } from '../queries.ts'
import { AnalyticsSkeleton } from './analytics-skeleton.tsx'
import { CompanyTable } from './company-table.tsx'
import { EventFunnels } from './event-funnels.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { ReviewSection } from './review-section.tsx'
import { TaskChart } from './task-chart.tsx'
import { Totals } from './totals.tsx'
import { useChosenPeriod } from './use-chosen-period.ts'

/** The body of the analytics: the period picker and the numbers of the period. */
export function AnalyticsOverviewView() {
  const { today, choice, choose, period, displayed, overview } = useChosenPeriod()
  return (
    <div className="flex flex-col gap-8">
      <PeriodPicker choice={choice} displayed={displayed} onChoose={choose} />
      <QuerySection query={overview} failure="Couldn’t load the analytics." skeleton={<AnalyticsSkeleton />}>
        {(data) => (
          <div
            aria-busy={overview.isPlaceholderData}
            className={cn('transition-opacity', overview.isPlaceholderData && 'opacity-60 delay-150')}
          >
            <Findings overview={data} displayed={displayed} period={period} today={today} />
          </div>
        )}
      </QuerySection>
    </div>
  )
}

interface FindingsProps {
  overview: AnalyticsOverview
  displayed: Period
  period: PeriodQuery
  today: string
}

function Findings({ overview, displayed, period, today }: FindingsProps) {
  const { totals, days, tasks, companies, events, reviews } = overview
  if (isEmpty(overview)) {
    return (
      <EmptyState
        icon={ChartColumn}
        title="No analytics yet."
        description="Calories burned and participation appear with the first approved proof."
      />
    )
  }
  return (
    <div className="flex flex-col gap-8 [&>*+*]:border-t [&>*+*]:border-border [&>*+*]:pt-8">
      <div className="flex flex-col gap-6">
        <div>
          <p className="text-sm font-semibold text-muted-foreground tabular-nums">{formatPeriod(displayed)}</p>
          <p
            role="status"
            className="mt-1 max-w-[32ch] font-display text-2xl leading-tight font-bold text-balance sm:text-3xl sm:leading-tight"
          >
            {writeChallengeHeadline({ ...totals, days, today })}
          </p>
        </div>
        <Totals totals={totals} />
      </div>
      <DayCharts days={days} today={today} />
      <TaskChart tasks={tasks} />
      <ReviewSection reviews={reviews} />
      <EventFunnels events={events} />
      <CompanyTable companies={companies} all={totals.companies} period={period} />
    </div>
  )
}

/** True if nothing has ever happened; an empty period of a running challenge still has its numbers. */
const isEmpty = ({ totals: { companies, points, calories, proofs }, tasks, events }: AnalyticsOverview) =>
  companies === 0 && points === 0 && calories === 0 && proofs.pending === 0 && tasks.length === 0 && events.length === 0

function DayCharts({ days, today }: Pick<AnalyticsOverview, 'days'> & { today: string }) {
  // One day needs no chart: the totals above have its values.
  if (days.length < 2) return null
  const valuesOf = (name: 'points' | 'calories' | 'activeCompanies') =>
    days.map(({ date, [name]: value }) => ({ date, value }))
  return (
    <div className="grid gap-x-10 gap-y-8 @3xl:grid-cols-2">
      <DayChart
        number="points"
        kind="bars"
        tone="points"
        height={220}
        days={valuesOf('points')}
        today={today}
        toText={pointsText}
        className="@3xl:col-span-2"
      />
      <DayChart
        number="calories"
        kind="bars"
        tone="calories"
        height={170}
        days={valuesOf('calories')}
        today={today}
        toText={caloriesText}
      />
      <DayChart
        number="activeCompanies"
        kind="line"
        tone="people"
        height={170}
        days={valuesOf('activeCompanies')}
        today={today}
        toText={(value) => countText(value, ['company', 'companies'])}
      />
    </div>
  )
}
