import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { SkipLink } from '#client/ui/skip-link.tsx'
import { Hero } from './hero.tsx'
import { LandingNav } from './landing-nav.tsx'
import { SignedOutStatus } from './signed-out-status.tsx'

/** The first screen stands by itself: on a line that broke since, it stays as it is. */
const lowerPart = (part: 'BelowTheFold' | 'Foot') =>
  lazy<ComponentType>(() =>
    import('./below-the-fold.tsx').then(
      (module) => ({ default: module[part] }),
      () => ({ default: () => null }),
    ),
  )
const BelowTheFold = lowerPart('BelowTheFold')
const Foot = lowerPart('Foot')

/** The first screen is painted first; the rest is fetched and drawn afterwards, so that a slow phone answers a tap at once. */
function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    let timer = 0
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return painted
}

export function LandingPage() {
  const complete = usePainted()
  return (
    <>
      <SkipLink />
      <LandingNav />
      <main id="main" tabIndex={-1}>
        <SignedOutStatus />
        <Hero />
        {complete && (
          <Suspense>
            <BelowTheFold />
          </Suspense>
        )}
      </main>
      {complete && (
        <Suspense>
          <Foot />
        </Suspense>
      )}
    </>
  )
}
