import { type LucideIcon, PanelLeft } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { buttonStyles } from '../buttons/button-styles.ts'
import { cn } from '../cn.ts'
import { TrackLanes } from '../display/track-lanes.tsx'
import { Sheet } from '../overlays/sheet.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'
import type { SidebarState } from './sidebar-state.ts'

export interface SidebarItem {
  label: string
  href: string
  icon: LucideIcon
  /** Counter badge, such as waiting proofs. */
  badge?: number
}

interface SidebarProps {
  state: SidebarState
  /** Section label above the items, also the navigation's name. */
  label: string
  items: SidebarItem[]
  /** The href of the one highlighted item. */
  active: string | undefined
  /** Receives true when the strip has room for an icon only. */
  brand?: (compact: boolean) => ReactNode
  footer?: (compact: boolean) => ReactNode
}

export function Sidebar(props: SidebarProps) {
  const { state, label } = props
  if (state.mobile) {
    return (
      <Sheet
        side="left"
        title={label}
        hideHeader
        open={state.sheetOpen}
        onOpenChange={state.setSheetOpen}
        className="border-sidebar-border [&]:bg-sidebar [&>button]:text-sidebar-foreground [&>button]:hover:bg-sidebar-accent"
      >
        <SidebarContent {...props} compact={false} onNavigate={() => state.setSheetOpen(false)} />
      </Sheet>
    )
  }
  const compact = !state.expanded
  return (
    <div
      data-state={compact ? 'collapsed' : 'expanded'}
      className={cn('sticky top-0 h-dvh shrink-0 transition-[width] duration-200', compact ? 'w-12' : 'w-64')}
    >
      <SidebarContent {...props} compact={compact} />
    </div>
  )
}

function SidebarContent(props: SidebarProps & { compact: boolean; onNavigate?: () => void }) {
  const { label, items, active, brand, footer, compact, onNavigate } = props
  const labelId = useId()
  return (
    <nav
      aria-labelledby={labelId}
      className="relative flex h-full flex-col overflow-hidden bg-sidebar text-sidebar-foreground"
    >
      {!compact && (
        <TrackLanes lanes={5} corner="bottom-left" className="absolute -bottom-px left-0 w-40 text-sidebar-border" />
      )}
      {brand && (
        <div className={cn('flex h-16 shrink-0 items-center px-2', onNavigate && 'pr-14')}>{brand(compact)}</div>
      )}
      <div className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-2 py-2">
        <p
          id={labelId}
          className={cn('px-2 pb-2 text-sm font-semibold whitespace-nowrap text-sidebar-muted', compact && 'sr-only')}
        >
          {label}
        </p>
        <ul className="flex flex-col gap-1">
          {items.map((item) => (
            <SidebarLink
              key={item.label}
              item={item}
              current={item.href === active}
              compact={compact}
              onNavigate={onNavigate}
            />
          ))}
        </ul>
      </div>
      {footer && <div className="relative shrink-0 p-2">{footer(compact)}</div>}
    </nav>
  )
}

interface SidebarLinkProps {
  item: SidebarItem
  current: boolean
  compact: boolean
  onNavigate: (() => void) | undefined
}

function SidebarLink({ item: { label, href, icon: Icon, badge }, current, compact, onNavigate }: SidebarLinkProps) {
  return (
    <li className="relative">
      {current && (
        <span aria-hidden="true" className="absolute inset-y-1.5 -left-2 w-1 rounded-r-sm bg-sidebar-active" />
      )}
      <Tooltip label={label} side="right" disabled={!compact}>
        <Link
          href={href}
          onClick={onNavigate}
          aria-current={current ? 'page' : undefined}
          className={cn(
            'flex h-9 items-center gap-3 rounded-md px-2 whitespace-nowrap transition-colors -outline-offset-2 outline-sidebar-active pointer-coarse:h-11',
            current
              ? 'bg-sidebar-accent font-semibold text-sidebar-foreground'
              : 'text-sidebar-muted hover:bg-sidebar-accent hover:text-sidebar-foreground',
          )}
        >
          <Icon
            aria-hidden="true"
            className={cn('size-5 shrink-0', compact && '-ml-0.5', current && 'text-sidebar-active')}
          />
          <span className={compact ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{label}</span>
          {badge !== undefined && badge > 0 && !compact && (
            <span className="rounded-full bg-primary px-2 text-sm font-semibold text-primary-foreground tabular-nums">
              {badge}
            </span>
          )}
        </Link>
      </Tooltip>
    </li>
  )
}

export function SidebarToggle({ state, className }: { state: SidebarState; className?: string }) {
  return (
    <button
      type="button"
      aria-label="Toggle sidebar"
      aria-expanded={state.mobile ? state.sheetOpen : state.expanded}
      aria-keyshortcuts="Control+B Meta+B"
      onClick={state.toggle}
      className={buttonStyles({ variant: 'ghost', size: 'icon', className })}
    >
      <PanelLeft aria-hidden="true" />
    </button>
  )
}
