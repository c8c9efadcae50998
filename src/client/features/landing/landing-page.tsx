import { useDeferredValue } from 'react'
import { SkipLink } from '#client/ui/visually-hidden.tsx'
import { Benefits } from './benefits.tsx'
import { CallToAction } from './call-to-action.tsx'
import { Credits } from './credits.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { LandingNav } from './landing-nav.tsx'

export function LandingPage() {
  // The first screen is painted first; the rest follows in slices, so that a slow phone answers a tap at once.
  const complete = useDeferredValue(true, false)
  return (
    <>
      <SkipLink />
      <LandingNav />
      <main id="main" tabIndex={-1}>
        <Hero />
        {complete && (
          <>
            <Features />
            <Benefits />
            <CallToAction />
          </>
        )}
      </main>
      {complete && <Credits className="mt-10" />}
    </>
  )
}
