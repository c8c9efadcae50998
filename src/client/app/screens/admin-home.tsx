import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { AnalyticsView } from '#client/features/analytics/analytics-view.tsx'
import { ReportsView } from '#client/features/analytics/reports-view.tsx'
import { useHash } from '#client/platform/navigation/hash.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { leaveMode } from '#client/platform/unsaved.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { AdminOverview } from './admin-overview.tsx'

const loadReview = () => import('#client/features/proofs/review/review-screen.tsx')
const ReviewScreen = lazy(() => loadReview().then((module) => ({ default: module.ReviewScreen })))

const views: Record<string, ReactNode> = {
  '#analytics': <AnalyticsView />,
  '#reports': <ReportsView />,
}

/**
 * The administrators' dashboard. `/#analytics` and `/#reports` replace it, `/#proofs` is its queue, `/#review` and
 * `/#decided` open review mode.
 */
export function AdminHome() {
  const hash = useHash()
  // Preload review mode, so that it opens without a wait.
  useEffect(() => void loadReview().catch(() => undefined), [])
  const view = views[hash]
  return (
    <>
      {view ? <ErrorBoundary key={hash}>{view}</ErrorBoundary> : <AdminOverview />}
      {(hash === '#review' || hash === '#decided') && (
        <Suspense>
          <ReviewScreen
            view={hash === '#review' ? 'waiting' : 'decided'}
            onClose={() => leaveMode(paths.proofApproval)}
          />
        </Suspense>
      )}
    </>
  )
}
