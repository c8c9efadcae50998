import { useQuery } from '@tanstack/react-query'
import { Flame, type LucideIcon, Target, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { amount, caloriesText, countText, pointsText } from '#client/platform/formats/amounts.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { Card, CardBody } from '#client/ui/layout/card.tsx'
import { definitions, type NumberName } from '#contract/analytics/definitions.ts'
import type { CompanyAnalytics } from '#contract/analytics/endpoints.ts'
import { formatNumber } from '#contract/analytics/number-texts.ts'
import { DayChart } from '../charts/day-chart.tsx'
import { NumberHelp } from '../number-help.tsx'
import { companyAnalytics } from '../queries.ts'
import { FieldComparison } from './field-comparison.tsx'
import { describeToday } from './points-today.ts'
import { RankChart } from './rank-chart.tsx'

/** Points left today, the days so far, and the comparison with others. */
export function CompanyNumbers({ companyId, skeleton }: { companyId: string; skeleton: ReactNode }) {
  const numbers = useQuery(companyAnalytics(companyId))
  return (
    <QuerySection query={numbers} failure="Couldn’t load your numbers." skeleton={skeleton}>
      {(known) => <Numbers known={known} />}
    </QuerySection>
  )
}

function Numbers({ known: { totals, days, ranks, field, today } }: { known: CompanyAnalytics }) {
  const valuesOf = (name: 'points' | 'calories') => days.map(({ date, [name]: value }) => ({ date, value }))
  return (
    <>
      <Card aria-label="Your company so far" className="@container">
        <CardBody className="flex flex-col gap-x-10 gap-y-5 @3xl:flex-row">
          <Figure icon={Target} name="Points left today" className="@3xl:flex-1">
            <p className={large}>{pointsText(today.pointsLeft)}</p>
            <p className="max-w-[52ch] text-sm text-muted-foreground">{describeToday(today)}</p>
          </Figure>
          <Figure icon={Flame} name={definitions.streak.name} number="streak" className={beside}>
            <p className={large}>{countText(totals.streak, ['day', 'days'])}</p>
            <p className="text-sm text-muted-foreground">{describeStreak(totals.streak)}</p>
          </Figure>
          {totals.peopleReached !== null && (
            <Figure icon={Users} name={definitions.peopleReached.name} number="peopleReached" className={beside}>
              <p className={large}>{formatNumber(definitions.peopleReached.unit, totals.peopleReached)}</p>
              <p className="text-sm text-muted-foreground">of your team contributed to a proof</p>
            </Figure>
          )}
        </CardBody>
      </Card>
      <div className="grid gap-4 sm:gap-6 lg:grid-cols-2">
        <ChartCard>
          <DayChart
            number="points"
            kind="bars"
            tone="points"
            days={valuesOf('points')}
            today={today.date}
            toText={pointsText}
            goal={{ value: today.dailyGoal, label: `Daily goal ${amount(today.dailyGoal)}` }}
          />
        </ChartCard>
        <ChartCard>
          <DayChart
            number="calories"
            kind="bars"
            tone="calories"
            days={valuesOf('calories')}
            today={today.date}
            toText={caloriesText}
          />
        </ChartCard>
      </div>
      {ranks.length > 1 && (
        <ChartCard>
          <RankChart ranks={ranks} today={today.date} />
        </ChartCard>
      )}
      <ChartCard>
        <FieldComparison company={totals} field={field} days={days.length} />
      </ChartCard>
    </>
  )
}

function ChartCard({ children }: { children: ReactNode }) {
  return (
    <Card className="@container">
      <CardBody>{children}</CardBody>
    </Card>
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
      <h2 className="flex min-h-8 items-center gap-1.5 font-sans text-sm font-semibold tracking-normal text-muted-foreground">
        <Icon aria-hidden="true" className="size-4 text-primary-text" />
        {name}
        {number && <NumberHelp number={number} />}
      </h2>
      {children}
    </div>
  )
}

const describeStreak = (streak: number) =>
  streak === 0 ? 'A proof that is approved starts the next one.' : 'in a row with an approved proof'
