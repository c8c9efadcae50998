import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

interface PageHeaderProps {
  title: ReactNode
  description?: ReactNode
  /** A small line above the title, with the parent section. */
  eyebrow?: ReactNode
  actions?: ReactNode
  className?: string
}

export function PageHeader({ title, description, eyebrow, actions, className }: PageHeaderProps) {
  return (
    <div className={cn('flex flex-wrap items-end justify-between gap-x-6 gap-y-4', className)}>
      <div className="min-w-0">
        {eyebrow && <div className="mb-1 text-sm font-semibold text-primary-text">{eyebrow}</div>}
        <h1 className="text-2xl font-bold break-words sm:text-3xl">{title}</h1>
        {description && <p className="mt-1 max-w-prose text-muted-foreground">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
    </div>
  )
}
