import { useSuspenseQuery } from '@tanstack/react-query'
import { Flame, type LucideIcon, Medal, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { pointsText } from '#client/platform/formats/amounts.ts'
import { cn } from '#client/ui/cn.ts'
import { CountUp } from '#client/ui/display/count-up.tsx'
import { Stat } from '#client/ui/display/stat.tsx'
import type { Company } from '#contract/companies/endpoints.ts'
import { goalPercent, pointsTowardsGoal } from '#contract/companies/rules.ts'
import { CompanyMissing } from '../company-missing.tsx'
import { companyOf } from '../queries.ts'
import { GoalLane } from './goal-lane.tsx'

const number = new Intl.NumberFormat('en')

type Props = {
  companyId: string
  /** Rank from the board; undefined until it is loaded, and without points. */
  rank?: number | null | undefined
  children?: ReactNode
}

/** A company's points and rank. Other slices pass their actions as children. */
export function Dashboard({ companyId, rank, children }: Props) {
  const { data: company } = useSuspenseQuery(companyOf(companyId))
  if (!company) return <CompanyMissing />
  return (
    <div className="flex flex-col gap-3 sm:gap-6">
      <h1 className="text-xl wrap-anywhere max-sm:line-clamp-4 sm:text-3xl">Welcome, {company.name}!</h1>
      <Scoreboard company={company} rank={rank ?? undefined} />
      {children}
    </div>
  )
}

function Scoreboard({ company, rank }: { company: Company; rank: number | undefined }) {
  const { totalPoints, dailyGoal, teamSize, totalCaloriesBurned } = company
  const towards = pointsTowardsGoal(totalPoints, dailyGoal)
  return (
    // Dark tokens in both themes.
    <section
      aria-label="Your company in numbers"
      className="dark @container overflow-hidden rounded-lg border border-border bg-surface text-foreground"
    >
      <PointsNews points={totalPoints} />
      <div className="flex flex-wrap gap-x-4 gap-y-2.5 px-4 pt-3.5 @xl:gap-x-8 @xl:px-7 @xl:pt-7">
        <div className="flex basis-full flex-wrap items-end justify-between gap-x-4 @xl:flex-2 @xl:basis-0 @xl:flex-col @xl:items-start @xl:justify-start">
          <Stat size="hero" label="Total Points" value={<CountUp value={totalPoints} />} icon={Medal} tone="points" />
          <div className="mt-0.5 min-h-6 text-sm text-muted-foreground">
            <Standing points={totalPoints} rank={rank} />
          </div>
        </div>
        <SideStat label="Team Size" value={number.format(teamSize)} icon={Users} detail="Active participants" />
        <SideStat
          label="Calories Burned"
          value={<CountUp value={totalCaloriesBurned} />}
          icon={Flame}
          iconClass="text-calories"
          detail="kcal"
        />
      </div>
      <div className="px-4 pt-2.5 pb-3.5 @xl:px-7 @xl:pt-7 @xl:pb-7">
        <GoalLane
          label="Today's Goal"
          percent={goalPercent(totalPoints, dailyGoal)}
          detail={`${number.format(towards)} of ${number.format(dailyGoal)} daily points`}
          note={describeGoal(dailyGoal - towards)}
        />
      </div>
    </section>
  )
}

/** Points never reset, so the goal counts those of earlier days too. */
const describeGoal = (missing: number) =>
  missing > 0
    ? `${pointsText(missing)} to your next goal. Points carry over.`
    : 'Goal reached. Your next points start a new one.'

type SideStatProps = { label: string; value: ReactNode; icon: LucideIcon; iconClass?: string; detail: string }

/** Two lines on a phone, so that the next task is visible without scrolling. */
function SideStat({ label, value, icon: Icon, iconClass, detail }: SideStatProps) {
  return (
    <div className="min-w-0 flex-1 @xl:min-w-max">
      <div className="flex items-center gap-1.5 text-sm font-semibold text-muted-foreground">
        <Icon aria-hidden="true" className={cn('size-4 shrink-0', iconClass)} />
        {label}
      </div>
      <div className="flex flex-wrap items-baseline gap-x-1.5 @xl:mt-1">
        <span className="font-display text-lg font-bold tracking-tight tabular-nums @xl:text-3xl">{value}</span>
        <span className="text-xs text-muted-foreground @xl:text-sm">{detail}</span>
      </div>
    </div>
  )
}

/** The count-up is visual; screen readers hear the result. */
function PointsNews({ points }: { points: number }) {
  const [atFirst] = useState(points)
  return (
    <p role="status" className="sr-only">
      {points !== atFirst && `Your company has ${pointsText(points)} now.`}
    </p>
  )
}

/** One line in every state, so that nothing moves when the board arrives. */
function Standing({ points, rank }: { points: number; rank: number | undefined }) {
  if (rank !== undefined)
    return <span className="text-base font-semibold text-points">Rank #{number.format(rank)}</span>
  return points > 0 ? <>&nbsp;</> : 'The first approved proof brings the first points.'
}
