import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

interface EmptyStateProps {
  /** Names the missing items. */
  title: string
  /** Says how an item is created. */
  description?: ReactNode
  icon?: LucideIcon
  action?: ReactNode
  className?: string
}

export function EmptyState({ title, description, icon: Icon, action, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center gap-1 px-4 py-10 text-center', className)}>
      <EmptyLanes />
      {Icon && <Icon aria-hidden="true" className="-mt-9 mb-3 size-6 text-muted-foreground" />}
      <p className="font-display text-lg font-semibold">{title}</p>
      {description && <p className="max-w-prose text-muted-foreground">{description}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

function EmptyLanes() {
  return (
    <svg viewBox="0 0 120 56" fill="none" aria-hidden="true" className="mb-2 h-14 text-lane">
      {[0, 10, 20].map((inset) => (
        <path
          key={inset}
          d={`M${4 + inset} 54V${54 - 6}A${56 - inset} ${44 - inset} 0 0 1 ${116 - inset} 48V54`}
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeDasharray={inset === 10 ? '2 7' : undefined}
        />
      ))}
    </svg>
  )
}
