import { ArrowRight } from 'lucide-react'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { branding } from '#contract/branding/branding.ts'
import { RaceTrack } from './race/race-track.tsx'

export function Hero() {
  return (
    <section className="relative overflow-hidden">
      <div className="mx-auto max-w-7xl px-4 pt-10 pb-116 sm:pt-14 sm:pb-136 lg:h-184 lg:px-8 lg:pt-14 lg:pb-0 2xl:px-0">
        <div className="relative z-10 max-w-136 lg:max-w-[44%] xl:max-w-136">
          <p className="font-semibold text-primary-text">{branding.initiative}</p>
          <h1 className="mt-3 text-4xl font-extrabold tracking-tighter text-balance wrap-anywhere sm:text-5xl">
            {branding.eventName}
          </h1>
          <p className="mt-5 max-w-104 text-lg text-muted-foreground">
            Move with your team, send the proof, collect points and watch your company run up the leaderboard.
          </p>
          <div className="mt-7 flex flex-wrap gap-2 sm:gap-3">
            <LinkButton href="/signup" size="lg">
              Get Started
              <ArrowRight aria-hidden="true" />
            </LinkButton>
            <LinkButton href="/login" size="lg" variant="outline">
              Sign In
            </LinkButton>
          </div>
        </div>
      </div>
      <RaceTrack className="absolute inset-x-0 bottom-0 h-108 sm:h-124 lg:top-0 lg:h-auto" />
    </section>
  )
}
