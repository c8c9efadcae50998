import { SkipLink } from '#client/ui/visually-hidden.tsx'
import { Benefits } from './benefits.tsx'
import { CallToAction } from './call-to-action.tsx'
import { Credits } from './credits.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { LandingNav } from './landing-nav.tsx'

export function LandingPage() {
  return (
    <>
      <SkipLink />
      <LandingNav />
      <main id="main" tabIndex={-1}>
        <Hero />
        <Features />
        <Benefits />
        <CallToAction />
      </main>
      <Credits className="mt-10" />
    </>
  )
}
