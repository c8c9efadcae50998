import { useSuspenseQuery } from '@tanstack/react-query'
import { Flame, Medal, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Stat } from '#client/ui/stat.tsx'
import type { Company } from '#contract/companies/endpoints.ts'
import { goalPercent, pointsTowardsGoal } from '#contract/companies/rules.ts'
import { CompanyMissing } from './company-missing.tsx'
import { GoalLane } from './goal-lane.tsx'
import { companyOf } from './queries.ts'

const number = new Intl.NumberFormat('en')

/** Where do we stand; what can be done about it comes as children, from the slices that know. */
export function Dashboard({ companyId, children }: { companyId: string; children?: ReactNode }) {
  const { data: company } = useSuspenseQuery(companyOf(companyId))
  if (!company) return <CompanyMissing />
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl break-words sm:text-3xl">Welcome, {company.name}!</h1>
      <Scoreboard company={company} />
      {children}
    </div>
  )
}

function Scoreboard({ company }: { company: Company }) {
  const { totalPoints, dailyGoal, teamSize, totalCaloriesBurned } = company
  const towards = pointsTowardsGoal(totalPoints, dailyGoal)
  return (
    // A scoreboard is dark at noon too: the tokens inside are the dark ones in both themes.
    <section
      aria-label="Your company in numbers"
      className="dark @container overflow-hidden rounded-lg border border-border bg-surface text-foreground"
    >
      <div className="flex flex-wrap gap-x-8 gap-y-6 px-5 pt-5 @xl:px-7 @xl:pt-7">
        <Stat
          size="hero"
          label="Total Points"
          value={number.format(totalPoints)}
          icon={Medal}
          tone="points"
          detail={totalPoints > 0 ? undefined : 'The first approved proof brings the first points.'}
          className="basis-full @xl:flex-2 @xl:basis-0"
        />
        <div className="min-w-max flex-1">
          <Stat label="Team Size" value={number.format(teamSize)} icon={Users} detail="Active participants" />
        </div>
        <div className="min-w-max flex-1">
          <Stat
            label="Calories Burned"
            value={number.format(totalCaloriesBurned)}
            unit="kcal"
            icon={Flame}
            tone="calories"
          />
        </div>
      </div>
      <div className="px-5 pt-7 pb-5 @xl:px-7 @xl:pb-7">
        <GoalLane
          label="Today's Goal"
          percent={goalPercent(totalPoints, dailyGoal)}
          detail={`${number.format(towards)} of ${number.format(dailyGoal)} daily points`}
        />
      </div>
    </section>
  )
}
