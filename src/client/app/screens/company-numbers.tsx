import { useQuery } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { CompanyNumbers } from '#client/features/analytics/company/company-numbers.tsx'
import { companyAnalytics } from '#client/features/analytics/queries.ts'
import { CompanyMissing } from '#client/features/companies/company-missing.tsx'
import { CompanyReports } from '#client/features/reports/parts/company-reports.tsx'
import { reportList, reportsPerPage } from '#client/features/reports/queries.ts'
import { useShownFromDevice } from '#client/platform/offline/shown-from-device.ts'
import { useUser } from '#client/platform/session/session.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading } from '#client/ui/feedback/skeleton.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import { NumbersSkeleton } from '../shell/page-skeleton.tsx'

/** The company's analytics and reports, at `/?view=numbers`. */
export function CompanyNumbersPage() {
  const { companyId } = useUser()
  // Analytics and reports are not stored on the device.
  const isFromDevice = useShownFromDevice() !== undefined
  if (!companyId) return <CompanyMissing />
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <PageHeader title="Your week in numbers" description="What your company did each day, and your reports." />
      {isFromDevice ? (
        <EmptyState
          icon={CloudOff}
          title="Your numbers need a connection"
          description="They appear here when the network is back."
        />
      ) : (
        <Sections companyId={companyId} />
      )}
    </div>
  )
}

/** Waits for the first answer to both sections: a link to the reports must not be moved by the numbers above them. */
function Sections({ companyId }: { companyId: string }) {
  const queries = [useQuery(companyAnalytics(companyId)), useQuery(reportList(reportsPerPage))]
  const skeleton = (
    <Loading label="Loading your numbers…">
      <NumbersSkeleton />
    </Loading>
  )
  if (queries.some(({ isPending, failureCount }) => isPending && failureCount === 0)) return skeleton
  return (
    <>
      <CompanyNumbers companyId={companyId} skeleton={skeleton} />
      <CompanyReports />
    </>
  )
}
