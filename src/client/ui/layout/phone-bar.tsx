import { type LucideIcon, Menu } from 'lucide-react'
import { Link } from 'wouter'
import { cn } from '../cn.ts'

export interface PhoneBarItem {
  label: string
  href: string
  icon: LucideIcon
  current: boolean
}

interface PhoneBarProps {
  items: PhoneBarItem[]
  /** True while the sheet with all items is open. */
  expanded: boolean
  onMore: () => void
}

/** The most used pages at the lower edge of a phone; the rest is behind `More`. Hidden where the screen is too low. */
export function PhoneBar({ items, expanded, onMore }: PhoneBarProps) {
  const isElsewhere = !items.some(({ current }) => current)
  return (
    <nav
      aria-label="Main pages"
      data-phone-bar
      className="fixed inset-x-0 bottom-0 z-30 border-t border-border bg-background pb-[env(safe-area-inset-bottom)] print:hidden [@media(height<25rem)]:hidden"
    >
      <ul className="flex h-14 items-stretch">
        {items.map(({ label, href, icon: Icon, current }) => (
          <li key={label} className="flex flex-1">
            <Link
              href={href}
              // On its page already, it leads to the top.
              replace={current}
              onClick={() => current && scrollTo(0, 0)}
              aria-current={current ? 'page' : undefined}
              className={itemStyles(current)}
            >
              <Icon aria-hidden="true" className="size-5.5" />
              {label}
            </Link>
          </li>
        ))}
        <li className="flex flex-1">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={expanded}
            onClick={onMore}
            className={itemStyles(isElsewhere)}
          >
            <Menu aria-hidden="true" className="size-5.5" />
            More
          </button>
        </li>
      </ul>
    </nav>
  )
}

const itemStyles = (current: boolean) =>
  cn(
    'relative flex flex-1 flex-col items-center justify-center gap-0.5 text-xs font-semibold -outline-offset-4',
    current
      ? 'text-primary-text before:absolute before:inset-x-4 before:-top-px before:h-0.5 before:rounded-b-sm before:bg-primary'
      : 'text-muted-foreground',
  )
