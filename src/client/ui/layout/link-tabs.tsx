import { Link } from 'wouter'
import { cn } from '../cn.ts'

const number = new Intl.NumberFormat('en')

interface LinkTabsProps {
  label: string
  /** Tabs replace the history entry, so that Back leaves them all. */
  replace?: boolean
  tabs: { label: string; count?: number | undefined; href: string; current: boolean }[]
}

/** Tabs as links: each view has its address, and the back button works. */
export function LinkTabs({ label, replace, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-x-6 border-b border-border">
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          replace={replace}
          aria-current={tab.current ? 'page' : undefined}
          className={cn(
            '-mb-px flex min-h-11 min-w-11 items-center gap-1.5 border-b-2 font-semibold transition-colors',
            tab.current
              ? 'border-primary text-foreground'
              : 'border-transparent text-muted-foreground hover:border-control hover:text-foreground',
          )}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className="text-sm font-normal text-muted-foreground tabular-nums">{number.format(tab.count)}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
