import { Building2, CalendarDays } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { BackupCard } from '#client/features/administrators/backup-card.tsx'
import { AdminStats } from '#client/features/analytics/admin-stats.tsx'
import { AnalyticsSection } from '#client/features/analytics/analytics-section.tsx'
import { WaitingTeamSizes } from '#client/features/companies/management/waiting-team-sizes.tsx'
import { CompanyRankings } from '#client/features/leaderboard/company-rankings.tsx'
import { PendingProofs } from '#client/features/proofs/review/pending-proofs.tsx'
import { CreateTaskDialog } from '#client/features/tasks/task-dialog.tsx'
import { useHash, useHashTarget } from '#client/platform/navigation/hash.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { leaveMode } from '#client/platform/unsaved.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Card, CardBody, CardHeader } from '#client/ui/layout/card.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'

const loadReview = () => import('#client/features/proofs/review/review-screen.tsx')
const ReviewScreen = lazy(() => loadReview().then((module) => ({ default: module.ReviewScreen })))

/** The administrators' dashboard. `/#proofs` and `/#analytics` open its sections, `/#review` and `/#decided` review mode. */
export function AdminHome() {
  const hash = useHash()
  useHashTarget()
  // Preload review mode, so that it opens without a wait.
  useEffect(() => void loadReview().catch(() => undefined), [])
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Dashboard"
        description="What waits for you, and how the week is going."
        actions={<CreateTaskDialog place="dashboard" />}
      />
      <AdminStats />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <PendingProofs />
          <WaitingTeamSizes />
          <QuickActions />
          <BackupCard />
        </div>
        <CompanyRankings />
      </div>
      <AnalyticsSection />
      {(hash === '#review' || hash === '#decided') && (
        <Suspense>
          <ReviewScreen
            view={hash === '#review' ? 'waiting' : 'decided'}
            onClose={() => leaveMode(paths.proofApproval)}
          />
        </Suspense>
      )}
    </div>
  )
}

function QuickActions() {
  return (
    <Card aria-label="Quick Actions">
      <CardHeader title="Quick Actions" />
      <CardBody className="grid gap-2 sm:grid-cols-2">
        <LinkButton href={paths.companies} variant="outline">
          <Building2 aria-hidden="true" />
          Manage Companies
        </LinkButton>
        <LinkButton href={paths.events} variant="outline">
          <CalendarDays aria-hidden="true" />
          Manage Events
        </LinkButton>
      </CardBody>
    </Card>
  )
}
