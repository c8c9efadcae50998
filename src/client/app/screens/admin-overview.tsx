import { useQuery } from '@tanstack/react-query'
import { Building2, CalendarDays } from 'lucide-react'
import { FirstStepsCard } from '#client/features/administrators/home/first-steps-card.tsx'
import { LastBackup } from '#client/features/administrators/home/last-backup.tsx'
import { NeedsYou } from '#client/features/administrators/home/needs-you.tsx'
import { adminDashboard, backups } from '#client/features/administrators/home/queries.ts'
import { AdminStats } from '#client/features/analytics/admin-stats.tsx'
import { WaitingTeamSizes } from '#client/features/companies/management/waiting-team-sizes.tsx'
import { waitingTeamSizes } from '#client/features/companies/queries.ts'
import { managedEvents } from '#client/features/events/queries.ts'
import { CompanyRankings } from '#client/features/leaderboard/company-rankings.tsx'
import { useLeaderboard } from '#client/features/leaderboard/use-leaderboard.ts'
import { pendingProofs } from '#client/features/proofs/queries.ts'
import { PendingProofs } from '#client/features/proofs/review/pending-proofs.tsx'
import { CreateTaskDialog } from '#client/features/tasks/task-dialog.tsx'
import { useHashTarget } from '#client/platform/navigation/hash.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card, CardBody, CardHeader } from '#client/ui/layout/card.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'

/** The dashboard itself: what needs somebody, the queue and the board. */
export function AdminOverview() {
  const isSettled = useIsSettled()
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <PageHeader
        title="Dashboard"
        description={<span className="max-sm:hidden">What needs you, and how the week is going.</span>}
        actions={<CreateTaskDialog place="dashboard" />}
      />
      <AdminStats />
      {isSettled ? <Sections /> : <SectionsSkeleton />}
    </div>
  )
}

/** True once every list above the fold has answered or failed, so that none pushes another down (CLS). */
function useIsSettled(): boolean {
  const queue = useQuery(pendingProofs({ q: '', page: 1 }))
  const dashboard = useQuery(adminDashboard)
  const backup = useQuery(backups)
  const events = useQuery(managedEvents)
  const teamSizes = useQuery(waitingTeamSizes)
  const board = useLeaderboard()
  const hasBoard = board.summary !== undefined || board.error !== null
  return hasBoard && ![queue, dashboard, backup, events, teamSizes].some(({ isPending }) => isPending)
}

function Sections() {
  useHashTarget()
  return (
    <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
        <FirstStepsCard />
        <NeedsYou />
        <WaitingTeamSizes />
        <PendingProofs />
        <QuickActions />
      </div>
      <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
        <CompanyRankings />
        <LastBackup />
      </div>
    </div>
  )
}

function SectionsSkeleton() {
  return (
    <Loading
      label="Loading the dashboard…"
      className="grid items-start gap-4 sm:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
        <CardSkeleton rows={5} />
      </div>
      <CardSkeleton rows={10} />
    </Loading>
  )
}

const listRows = (count: number) => Array.from({ length: count }, (_, row) => row)

function CardSkeleton({ rows }: { rows: number }) {
  return (
    <Card>
      <div className="px-5 pt-5 pb-3">
        <Skeleton className="h-7 w-48 max-w-full" />
      </div>
      <div className="divide-y divide-border border-t border-border">
        {listRows(rows).map((row) => (
          <div key={row} className="flex h-22 flex-col justify-center gap-2 px-5">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-4 w-1/3" />
          </div>
        ))}
      </div>
    </Card>
  )
}

/** On phones both stand in one line. */
const action = 'max-sm:px-1 max-sm:text-sm max-sm:whitespace-normal max-sm:[&_svg]:hidden'

function QuickActions() {
  return (
    <Card aria-label="Quick Actions">
      <CardHeader title="Quick Actions" />
      <CardBody className="grid grid-cols-2 gap-2">
        <LinkButton href={paths.companies} variant="outline" className={action}>
          <Building2 aria-hidden="true" />
          Manage Companies
        </LinkButton>
        <LinkButton href={paths.events} variant="outline" className={action}>
          <CalendarDays aria-hidden="true" />
          Manage Events
        </LinkButton>
      </CardBody>
    </Card>
  )
}
