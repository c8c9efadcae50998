import { lazy, Suspense, useEffect } from 'react'
import { Route, useLocation, useSearch } from 'wouter'
import { hasOpenedLink } from '#client/features/auth/opened-link.ts'
import { Credits } from '#client/features/landing/credits.tsx'
import { useHash } from '#client/platform/navigation/hash.ts'
import { paths, takeRequestedPath } from '#client/platform/navigation/paths.ts'
import { PostLoginPathContext } from '#client/platform/navigation/post-login-path.ts'
import { useRetainedError } from '#client/platform/requests/retained-error.ts'
import { useCurrentUser } from '#client/platform/session/session.ts'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import type { CurrentUser } from '#contract/auth/endpoints.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageChange } from './page-change.tsx'
import { findPage, Landing, type Page, type Role, roleOf } from './pages.ts'
import { MaintenanceNotice } from './shell/maintenance-notice.tsx'
import { titleOf } from './shell/navigation.ts'
import { FormSkeleton, PageSkeleton } from './shell/page-skeleton.tsx'
import { ShellSkeleton } from './shell/shell-skeleton.tsx'
import { usePreloading } from './shell/use-preloading.ts'

const AuthFrame = lazy(() =>
  import('#client/features/auth/auth-frame.tsx').then((module) => ({ default: module.AuthFrame })),
)
const NotFoundPage = lazy(() =>
  import('./screens/not-found-page.tsx').then((module) => ({ default: module.NotFoundPage })),
)
const loadShell = () => import('./shell/shell.tsx')
const Shell = lazy(() => loadShell().then((module) => ({ default: module.Shell })))

export function Router() {
  const [path] = useLocation()
  const search = useSearch()
  const current = useCurrentUser()
  const { data: user, isFetching, refetch } = current
  const error = useRetainedError(current)
  const role = user === undefined ? undefined : roleOf(user)
  // A mailed link opens its form even for a signed-in user.
  const seenAs = path === paths.login && hasOpenedLink() ? 'visitor' : (role ?? 'visitor')
  const page = findPage(seenAs, `${path}?${search}`)
  usePreloading(role)
  useEffect(() => {
    // A page restored from the back-forward cache may have an outdated user, so refetch.
    const askAgain = (event: PageTransitionEvent) => event.persisted && void refetch()
    addEventListener('pageshow', askAgain)
    return () => removeEventListener('pageshow', askAgain)
  }, [refetch])

  if (page?.role === 'everyone') return <Public page={page} />
  if (role === undefined) {
    return error ? <ErrorState className="py-24" onRetry={() => void refetch()} retrying={isFetching} /> : null
  }
  if (page?.role === 'visitor') return <Entrance page={page} />
  return user ? (
    <Inside key={user.id} role={role} page={page} />
  ) : (
    <Suspense>
      <Landing />
    </Suspense>
  )
}

function Public({ page }: { page: Page }) {
  const [path] = useLocation()
  return (
    <>
      <PageChange title={page.title} />
      <ErrorBoundary key={path}>
        <Suspense>
          <Route path={page.path} component={page.View} />
        </Suspense>
      </ErrorBoundary>
    </>
  )
}

function Entrance({ page }: { page: Page }) {
  const signup = page.path === paths.signup
  // Preload in parallel with the frame.
  page.View.preload()
  // Preload during the typing of the password.
  useEffect(() => void loadShell().catch(() => undefined), [])
  return (
    <PostLoginPathContext value={takeArrivalPath}>
      <PageChange title={page.title} />
      <Suspense>
        <AuthFrame scene={signup ? 'signup' : 'login'} credits={<Credits />}>
          <MaintenanceNotice />
          <ErrorBoundary key={page.path}>
            <Suspense fallback={<FormSkeleton fields={signup ? 6 : 2} columns={signup} />}>
              <page.View />
            </Suspense>
          </ErrorBoundary>
        </AuthFrame>
      </Suspense>
    </PostLoginPathContext>
  )
}

/** The address requested before the sign-in, if the user may open it. */
function takeArrivalPath(user: CurrentUser): string {
  const requestedPath = takeRequestedPath()
  const { pathname, search } = new URL(requestedPath, location.origin)
  return findPage(roleOf(user), pathname + search) ? requestedPath : paths.home
}

function Inside({ role, page }: { role: Role; page: Page | undefined }) {
  const [path] = useLocation()
  const hash = useHash()
  // Preload in parallel with the shell.
  page?.View.preload()
  return (
    <Suspense fallback={<ShellSkeleton />}>
      <PageChange title={page ? titleOf(page, hash) : '404 Page Not Found'} />
      <Shell role={role}>
        <ErrorBoundary key={`${path} ${page?.address}`}>
          <Suspense fallback={<PageSkeleton shape={page?.shape} />}>
            {page ? <Route key={page.address} path={page.path} component={page.View} /> : <NotFoundPage />}
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </Suspense>
  )
}
