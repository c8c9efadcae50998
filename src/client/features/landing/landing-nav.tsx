import { HelpButton } from '#client/platform/help/help-button.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { BrandMark } from '#client/ui/display/brand-mark.tsx'
import { ThemeToggle } from '#client/ui/theme/theme-toggle.tsx'
import { branding } from '#contract/branding/branding.ts'

export function LandingNav() {
  return (
    <header className="border-b border-border">
      <nav aria-label="Main" className="mx-auto flex min-h-16 max-w-7xl items-center gap-2 px-4 py-2 lg:px-8 2xl:px-0">
        <BrandMark name={branding.eventName} className="mr-auto text-xs max-[359px]:[&>span]:sr-only sm:text-base" />
        <HelpButton />
        <ThemeToggle />
        <LinkButton href="/login" variant="outline" size="sm">
          Admin Login
        </LinkButton>
      </nav>
    </header>
  )
}
