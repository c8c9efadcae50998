import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { LandingPage } from '#client/features/landing/landing-page.tsx'
import { useHash } from '#client/platform/navigation/hash.ts'
import { paths, rememberRequestedPath } from '#client/platform/navigation/paths.ts'
import { callUnparsed } from '#client/platform/requests/api.ts'
import type { currentUser } from '#contract/auth/endpoints.ts'
import { PageChange } from './page-change.tsx'

const sections: string[] = [paths.proofApproval, paths.analytics, paths.reports, paths.review, paths.decided]

/** Landing page at every address that is not public; the address opens after the sign-in. */
export function Landing() {
  useReloadWhenSignedIn()
  const [path] = useLocation()
  const hash = useHash()
  useEffect(() => {
    const requestedPath = path + location.search + hash
    if (path !== paths.home || location.search || sections.includes(requestedPath)) rememberRequestedPath(requestedPath)
  }, [path, hash])
  return (
    <>
      <PageChange />
      <LandingPage />
    </>
  )
}

/** Reloads a landing page that the browser restored from its cache after a sign-in. */
function useReloadWhenSignedIn() {
  useEffect(() => {
    const ask = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      callUnparsed<typeof currentUser>({ method: 'GET', path: '/auth/user' }, {}).then(
        () => location.reload(),
        () => undefined,
      )
    }
    addEventListener('pageshow', ask)
    return () => removeEventListener('pageshow', ask)
  }, [])
}
