import { useHash } from '#client/platform/navigation/hash.ts'
import { LazySection } from '#client/platform/sections/lazy-section.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card, CardBody, CardHeader } from '#client/ui/layout/card.tsx'

const loadOverview = () => import('./overview/analytics-overview.tsx')

/** Analytics at the end of the administrators' dashboard. Charts and tables are a separate chunk. */
export function AnalyticsSection() {
  const hash = useHash()
  return (
    // Prints the analytics alone, without the rest of the dashboard.
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

/** As high as the screen, so that a link to the section can scroll to its top before the data is here. */
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
