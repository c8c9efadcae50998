import { useHash } from '#client/platform/navigation/hash.ts'
import { LazySection } from '#client/platform/sections/lazy-section.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card, CardBody, CardHeader } from '#client/ui/layout/card.tsx'

const loadOverview = () => import('./overview/analytics-overview.tsx')

/** The challenge in numbers, at the end of the dashboard. Charts and tables are a file of their own. */
export function AnalyticsSection() {
  const hash = useHash()
  return (
    // Printing from the analytics prints them alone, without the dashboard.
    <Card
      id="analytics"
      tabIndex={-1}
      aria-label="Analytics"
      data-print-sheet={hash === '#analytics' || undefined}
      className="@container print:border-0"
    >
      <CardHeader title="Analytics" />
      <CardBody>
        <LazySection
          name="analytics-overview"
          load={loadOverview}
          isRequested={hash === '#analytics'}
          loading="Loading analytics…"
          skeleton={<AnalyticsSkeleton />}
        >
          {({ AnalyticsOverviewView }, skeleton) => <AnalyticsOverviewView skeleton={skeleton} />}
        </LazySection>
      </CardBody>
    </Card>
  )
}

/** As high as a screen, so that the section can be brought to its top before the numbers are here. */
function AnalyticsSkeleton() {
  return (
    <div className="flex min-h-[100dvh] flex-col gap-8">
      <Skeleton className="h-10 w-96 max-w-full" />
      <Skeleton className="h-16 w-full max-w-prose" />
      <div className="grid gap-4 @sm:grid-cols-2 @3xl:grid-cols-4">
        {['reach', 'points', 'calories', 'proofs'].map((name) => (
          <Skeleton key={name} className="h-24" />
        ))}
      </div>
      <div className="grid gap-8 @3xl:grid-cols-2">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </div>
  )
}
