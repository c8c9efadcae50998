import { lazy, Suspense } from 'react'
import { useNow } from '#client/platform/formats/dates.ts'
import { dayAndTimeOf } from '#client/platform/formats/day-and-time.ts'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import { branding } from '#contract/branding/branding.ts'
import { AnalyticsSkeleton } from './overview/analytics-skeleton.tsx'

const AnalyticsOverviewView = lazy(() =>
  import('./overview/analytics-overview.tsx').then((module) => ({ default: module.AnalyticsOverviewView })),
)

/** The analytics, which replace the administrators' dashboard. Charts and tables are a separate chunk. */
export function AnalyticsView() {
  return (
    // Prints as a sheet, without the shell.
    <section aria-label="Analytics" data-print-sheet="wide" className="@container flex flex-col gap-6">
      <PageHeader
        title="Analytics"
        description={<span className="print:hidden">The challenge in numbers.</span>}
        eyebrow={<PrintedAt />}
      />
      <Suspense fallback={<AnalyticsSkeleton withPicker />}>
        <AnalyticsOverviewView />
      </Suspense>
    </section>
  )
}

function PrintedAt() {
  const now = useNow()
  return (
    <span className="hidden print:inline">
      {branding.eventName} · {dayAndTimeOf(new Date(now).toISOString())}
    </span>
  )
}
