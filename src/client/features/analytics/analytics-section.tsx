import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Flame, UsersRound } from 'lucide-react'
import { leaderboardSummary } from '#client/features/leaderboard/queries.ts'
import { proofSummary } from '#client/features/proofs/queries.ts'
import { percentText } from '#client/platform/amounts.ts'
import { QuerySection } from '#client/platform/query-section.tsx'
import { Stat } from '#client/ui/display/stat.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card, CardBody, CardHeader } from '#client/ui/layout/card.tsx'
import type { ProofSummary } from '#contract/proofs/endpoints.ts'
import { ApprovalsChart } from './approvals-chart.tsx'

const number = new Intl.NumberFormat('en')

/** What is known so far, and nothing that is not. */
export function AnalyticsSection() {
  const summary = useQuery(proofSummary)
  const board = useQuery(leaderboardSummary())
  const calories = board.data?.totals.caloriesBurned
  return (
    <Card id="analytics" tabIndex={-1} aria-label="Analytics" className="@container">
      <CardHeader title="Analytics" />
      <QuerySection
        query={summary}
        failure="The analytics did not load."
        skeleton={
          <CardBody>
            <Loading label="Loading analytics…">
              <Skeleton className="h-56" />
            </Loading>
          </CardBody>
        }
      >
        {(known) => <Known summary={known} calories={calories} />}
      </QuerySection>
    </Card>
  )
}

function Known({ summary, calories }: { summary: ProofSummary; calories: number | undefined }) {
  const { companies, participating, days } = summary
  if (participating === 0 && days.length === 0 && !calories) {
    return (
      <EmptyState
        icon={ChartColumn}
        title="No analytics yet."
        description="Calories burned and participation appear with the first approved proof."
      />
    )
  }
  return (
    <CardBody className="flex flex-col gap-6">
      <div className="grid gap-6 @sm:grid-cols-2">
        <Stat
          label="Calories Burned"
          icon={Flame}
          tone="calories"
          value={calories === undefined ? '–' : number.format(calories)}
          unit="kcal"
          detail="By every company on the leaderboard"
        />
        <Stat
          label="Participation Rate"
          icon={UsersRound}
          value={companies === 0 ? '–' : percentText(participating / companies)}
          detail={`${number.format(participating)} of ${number.format(companies)} companies have an approved proof`}
        />
      </div>
      <ApprovalsChart days={days} />
    </CardBody>
  )
}
