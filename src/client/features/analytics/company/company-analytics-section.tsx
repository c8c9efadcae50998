import { LazySection } from '#client/platform/sections/lazy-section.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card, CardBody, CardHeader } from '#client/ui/layout/card.tsx'

const loadNumbers = () => import('./company-numbers.tsx')

/** A company's analytics at the end of its dashboard. Charts are a separate chunk. */
export function CompanyAnalyticsSection({ companyId }: { companyId: string }) {
  return (
    <Card aria-label="Your week in numbers" className="@container">
      <CardHeader title="Your week in numbers" />
      <CardBody>
        <LazySection
          name="company-numbers"
          load={loadNumbers}
          loading="Loading your numbers…"
          skeleton={<NumbersSkeleton />}
        >
          {({ CompanyNumbers }, skeleton) => <CompanyNumbers companyId={companyId} skeleton={skeleton} />}
        </LazySection>
      </CardBody>
    </Card>
  )
}

function NumbersSkeleton() {
  return (
    <div className="flex flex-col gap-8">
      <Skeleton className="h-14 w-full max-w-prose" />
      <div className="grid gap-8 @3xl:grid-cols-2">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
      <Skeleton className="h-72" />
    </div>
  )
}
