import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { CompanyAnalyticsSection } from '#client/features/analytics/company/company-analytics-section.tsx'
import { Dashboard } from '#client/features/companies/dashboard/dashboard.tsx'
import { CompanySetup } from '#client/features/companies/profile/company-setup.tsx'
import { leaderboardSummary } from '#client/features/leaderboard/queries.ts'
import { TopCompanies } from '#client/features/leaderboard/top-companies.tsx'
import { RecentSubmissions } from '#client/features/proofs/recent-submissions.tsx'
import { companyProofs } from '#client/features/proofs/submission-queries.ts'
import { SubmitProof } from '#client/features/proofs/submit-proof.tsx'
import { TaskFromAddress } from '#client/features/proofs/task-from-address.tsx'
import { CompanyReports } from '#client/features/reports/parts/company-reports.tsx'
import { AvailableTasks } from '#client/features/tasks/available-tasks.tsx'
import { taskList } from '#client/features/tasks/queries.ts'
import { useShownFromDevice } from '#client/platform/offline/shown-from-device.ts'
import { useUser } from '#client/platform/session/session.ts'

/** The company's dashboard, or its setup while there is no company. */
export function CompanyHome() {
  const user = useUser()
  return user.companyId ? <Home companyId={user.companyId} /> : <CompanySetup user={user} />
}

function Home({ companyId }: { companyId: string }) {
  // Prefetch in parallel: the dashboard suspends on the company, and its sections would start only after it.
  usePrefetchQuery(taskList)
  const { data: board } = useQuery(leaderboardSummary())
  const { data: proofs, isPending } = useQuery(companyProofs(companyId))
  // Analytics and reports are not stored on the device, so hide them offline.
  const isFromDevice = useShownFromDevice() !== undefined
  const handedIn = proofs?.filter(({ status }) => status !== 'rejected').map(({ taskId }) => taskId)
  const sentBack = proofs?.filter(({ status }) => status === 'fix').map(({ taskId }) => taskId) ?? []
  const rejected = proofs?.map(({ taskId }) => taskId).filter((taskId) => !handedIn?.includes(taskId)) ?? []
  return (
    <Dashboard companyId={companyId} rank={board?.own?.entry.rank}>
      <TaskFromAddress companyId={companyId} />
      <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <AvailableTasks
          action={(task, titleId) => <SubmitProof companyId={companyId} task={task} titleId={titleId} />}
          done={isPending ? undefined : new Set(handedIn)}
          unfinished={new Set([...sentBack, ...rejected])}
        />
        <div className="@container min-w-0">
          <div className="grid gap-6 @2xl:grid-cols-2 @2xl:items-start">
            <RecentSubmissions companyId={companyId} />
            <TopCompanies />
          </div>
        </div>
      </div>
      {!isFromDevice && (
        <>
          <CompanyAnalyticsSection companyId={companyId} />
          <CompanyReports />
        </>
      )}
    </Dashboard>
  )
}
