import { joinNames } from '#client/platform/formats/without-intl.ts'
import { cn } from '#client/ui/cn.ts'
import { branding } from '#contract/branding/branding.ts'

/** The footer of every public page. */
export function Credits({ className }: { className?: string }) {
  return (
    <footer className={cn('text-sm text-muted-foreground', className)}>
      <div className="mx-auto flex max-w-7xl flex-wrap items-baseline justify-between gap-x-8 gap-y-2 px-4 py-6 lg:px-8 2xl:px-0">
        <p>
          © {branding.year} {branding.eventName}
        </p>
        <p>A platform by {joinNames(branding.partners)}</p>
      </div>
    </footer>
  )
}
