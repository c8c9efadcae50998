import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { HelpButton } from '#client/platform/help/help-button.tsx'
import { paths } from '#client/platform/navigation/paths.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { BrandMark } from '#client/ui/display/brand-mark.tsx'
import { TrackLanes } from '#client/ui/display/track-lanes.tsx'
import { ThemeToggle } from '#client/ui/theme/theme-toggle.tsx'
import { branding } from '#contract/branding/branding.ts'

export function NoEvent({ children, credits }: { children: ReactNode; credits: ReactNode }) {
  return (
    <div className="relative flex min-h-dvh flex-col overflow-hidden">
      <TrackLanes className="absolute right-0 bottom-0 h-3/5" />
      <header className="relative flex min-h-16 items-center justify-between gap-2 px-4 py-2 sm:px-8">
        <Link href={paths.home} className="inline-flex min-h-11 min-w-0 items-center rounded-md">
          <BrandMark name={branding.eventName} className="text-sm sm:text-base" />
        </Link>
        <div className="flex shrink-0">
          <HelpButton />
          <ThemeToggle />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="relative flex flex-1 flex-col items-center justify-center gap-3 px-4 pb-24 text-center"
      >
        <h1 className="text-3xl">Event Not Found</h1>
        <p className="text-lg text-muted-foreground">This event is not available or has been removed.</p>
        {children || (
          <LinkButton href={paths.home} variant="outline" className="mt-4">
            Go to the start page
          </LinkButton>
        )}
      </main>
      <div className="relative">{credits}</div>
    </div>
  )
}
