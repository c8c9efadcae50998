import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { Redirect } from 'wouter'
import { Dashboard } from '#client/features/companies/dashboard/dashboard.tsx'
import { CompanySetup } from '#client/features/companies/profile/company-setup.tsx'
import { leaderboardPage, leaderboardSummary } from '#client/features/leaderboard/queries.ts'
import { TopCompanies } from '#client/features/leaderboard/top-companies.tsx'
import { draftList } from '#client/features/proofs/draft-queries.ts'
import { RecentSubmissions } from '#client/features/proofs/recent-submissions.tsx'
import { companyProofs } from '#client/features/proofs/submission-queries.ts'
import { SubmitProof } from '#client/features/proofs/submit-proof.tsx'
import { TaskFromAddress } from '#client/features/proofs/task-from-address.tsx'
import { AvailableTasks } from '#client/features/tasks/available-tasks.tsx'
import { taskList } from '#client/features/tasks/queries.ts'
import { useNow } from '#client/platform/formats/dates.ts'
import { useHash } from '#client/platform/navigation/hash.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { useUser } from '#client/platform/session/session.ts'
import { Loading } from '#client/ui/feedback/skeleton.tsx'
import { ColumnsSkeleton } from '../shell/page-skeleton.tsx'
import { sortTasks } from './task-progress.ts'

/** The company's dashboard, or its setup while there is no company. `/#reports` of an email opens the numbers. */
export function CompanyHome() {
  const user = useUser()
  const hash = useHash()
  if (!user.companyId) return <CompanySetup user={user} />
  if (hash === '#reports') return <Redirect to={paths.ownReports} replace />
  return <Home companyId={user.companyId} />
}

function Home({ companyId }: { companyId: string }) {
  // Prefetch in parallel: the dashboard suspends on the company, and its sections would start only after it.
  usePrefetchQuery(taskList)
  usePrefetchQuery(draftList)
  usePrefetchQuery(leaderboardPage(0))
  const { data: board } = useQuery(leaderboardSummary())
  usePrefetchQuery(companyProofs(companyId))
  return (
    <Dashboard companyId={companyId} rank={board?.own?.entry.rank}>
      <TaskFromAddress companyId={companyId} />
      <Columns companyId={companyId} />
    </Dashboard>
  )
}

/** Waits for the first answer to every section, so that none moves another. A failed one shows its own state. */
function Columns({ companyId }: { companyId: string }) {
  const now = useNow()
  const tasks = useQuery(taskList)
  const proofs = useQuery(companyProofs(companyId))
  const others = [useQuery(draftList), useQuery(leaderboardSummary()), useQuery(leaderboardPage(0))]
  if ([tasks, proofs, ...others].some(({ isPending, failureCount }) => isPending && failureCount === 0)) {
    return (
      <Loading label="Loading your tasks…">
        <ColumnsSkeleton />
      </Loading>
    )
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <AvailableTasks
        progress={proofs.isPending ? undefined : sortTasks(tasks.data ?? [], proofs.data ?? [], now)}
        action={(task, titleId) => <SubmitProof companyId={companyId} task={task} titleId={titleId} />}
        link={
          <a
            href="#submissions"
            className="-my-3 inline-flex min-h-11 shrink-0 items-center gap-1 text-sm whitespace-nowrap font-semibold text-link underline-offset-4 hover:underline lg:hidden"
          >
            Your submissions
            <ArrowDown aria-hidden="true" className="size-4" />
          </a>
        }
      />
      <div className="@container min-w-0">
        <div className="grid gap-6 @2xl:grid-cols-2 @2xl:items-start">
          <RecentSubmissions companyId={companyId} />
          <TopCompanies />
        </div>
      </div>
    </div>
  )
}
