import { SkipLink } from '#client/ui/layout/skip-link.tsx'
import { Benefits } from './benefits.tsx'
import { CallToAction } from './call-to-action.tsx'
import { Credits } from './credits.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { LandingNav } from './landing-nav.tsx'
import { SignedOutStatus } from './signed-out-status.tsx'

export function LandingPage() {
  return (
    <>
      <SkipLink />
      <LandingNav />
      <main id="main" tabIndex={-1}>
        <SignedOutStatus />
        <Hero />
        <Features />
        <Benefits />
        <CallToAction />
      </main>
      <Credits className="mt-10" />
    </>
  )
}
