import { lazy, Suspense } from 'react'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import { keptForDays } from '#contract/reports/endpoints.ts'

const PeriodReports = lazy(() =>
  import('./overview/period-reports.tsx').then((module) => ({ default: module.PeriodReports })),
)

/** The reports, which replace the administrators' dashboard. */
export function ReportsView() {
  return (
    <section aria-label="Reports" className="@container flex flex-col gap-6">
      <PageHeader
        title="Reports"
        description={`A four-page PDF: key findings, participation, ranking and definitions. Kept for ${keptForDays} days.`}
      />
      <Suspense
        fallback={
          <Loading label="Loading reports…" className="flex flex-col gap-6">
            <Skeleton className="h-10 w-96 max-w-full pointer-coarse:h-11" />
            <Skeleton className="h-80" />
          </Loading>
        }
      >
        <PeriodReports />
      </Suspense>
    </section>
  )
}
