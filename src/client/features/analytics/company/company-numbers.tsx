import { useQuery } from '@tanstack/react-query'
import { Flame, type LucideIcon, Target, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { amount, caloriesText, countText, pointsText } from '#client/platform/formats/amounts.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { definitions, type NumberName } from '#contract/analytics/definitions.ts'
import type { CompanyAnalytics } from '#contract/analytics/endpoints.ts'
import { formatNumber } from '#contract/analytics/number-texts.ts'
import { smallestGroup } from '#contract/analytics/suppression.ts'
import { DayChart } from '../charts/day-chart.tsx'
import { NumberHelp } from '../number-help.tsx'
import { companyAnalytics } from '../queries.ts'
import { FieldComparison } from './field-comparison.tsx'
import { describeLeftToWin } from './left-to-win.ts'
import { RankChart } from './rank-chart.tsx'

/** Today's open goal, the days so far, and the comparison with others. */
export function CompanyNumbers({ companyId, skeleton }: { companyId: string; skeleton: ReactNode }) {
  const numbers = useQuery(companyAnalytics(companyId))
  return (
    <QuerySection query={numbers} failure="Your numbers did not load." skeleton={skeleton}>
      {(known) => <Numbers known={known} />}
    </QuerySection>
  )
}

function Numbers({ known: { totals, days, ranks, field, today } }: { known: CompanyAnalytics }) {
  const valuesOf = (name: 'points' | 'calories') => days.map(({ date, [name]: value }) => ({ date, value }))
  return (
    <div className="flex flex-col gap-8">
      <div className="grid gap-x-10 gap-y-5 @md:grid-cols-2 @3xl:grid-cols-[auto_auto_minmax(0,1fr)]">
        <Figure icon={Flame} name={definitions.streak.name} number="streak">
          <p className={large}>{countText(totals.streak, ['day', 'days'])}</p>
          <p className="text-sm text-muted-foreground">{describeStreak(totals.streak)}</p>
        </Figure>
        <Figure icon={Users} name={definitions.peopleReached.name} number="peopleReached" className={beside}>
          <p className={large}>{formatNumber(definitions.peopleReached.unit, totals.peopleReached)}</p>
          <p className="text-sm text-muted-foreground">{describeReached(totals.peopleReached)}</p>
        </Figure>
        <Figure icon={Target} name="Left to win today" className={`@md:col-span-2 @3xl:col-span-1 ${beside}`}>
          <p className="max-w-[44ch] font-display text-xl leading-snug font-semibold">{describeLeftToWin(today)}</p>
        </Figure>
      </div>
      <div className="grid gap-x-10 gap-y-8 @3xl:grid-cols-2">
        <DayChart
          number="points"
          kind="bars"
          tone="points"
          days={valuesOf('points')}
          today={today.date}
          toText={pointsText}
          goal={{ value: today.dailyGoal, label: `Daily goal ${amount(today.dailyGoal)}` }}
        />
        <DayChart
          number="calories"
          kind="bars"
          tone="calories"
          days={valuesOf('calories')}
          today={today.date}
          toText={caloriesText}
        />
      </div>
      {ranks.length > 1 && <RankChart ranks={ranks} today={today.date} />}
      <FieldComparison company={totals} field={field} />
    </div>
  )
}

const large = 'font-display text-3xl font-bold tracking-tight tabular-nums'
const beside = '@3xl:border-l @3xl:border-border @3xl:pl-10'

interface FigureProps {
  icon: LucideIcon
  name: string
  /** The number's entry in Help, linked beside its name. */
  number?: NumberName
  className?: string
  children: ReactNode
}

function Figure({ icon: Icon, name, number, className, children }: FigureProps) {
  return (
    <div className={className}>
      <h3 className="flex min-h-8 items-center gap-1.5 font-sans text-sm font-semibold tracking-normal text-muted-foreground">
        <Icon aria-hidden="true" className="size-4 text-primary-text" />
        {name}
        {number && <NumberHelp number={number} />}
      </h3>
      {children}
    </div>
  )
}

const describeReached = (share: number | null) =>
  share === null ? `shown for teams of at least ${smallestGroup} people` : 'of your team contributed to a proof'

const describeStreak = (streak: number) =>
  streak === 0 ? 'A proof that is approved starts the next one.' : 'in a row with an approved proof'
