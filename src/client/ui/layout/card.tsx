import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'

/** A bordered surface. Not everything is a card: lists are lists, tables are tables. */
export function Card({ className, ...props }: ComponentProps<'section'>) {
  return <section {...props} className={cn('min-w-0 rounded-lg border border-border bg-surface', className)} />
}

interface CardHeaderProps {
  title: ReactNode
  description?: ReactNode
  action?: ReactNode
  level?: 1 | 2 | 3
  className?: string
}

export function CardHeader({ title, description, action, level = 2, className }: CardHeaderProps) {
  const Heading = `h${level}` as const
  return (
    <header className={cn('flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-5 pb-3', className)}>
      <div className="min-w-0">
        <Heading className={level === 1 ? 'text-2xl' : 'text-lg'}>{title}</Heading>
        {description && <p className="mt-0.5 text-muted-foreground">{description}</p>}
      </div>
      {action}
    </header>
  )
}

export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cn('p-5 [header+&]:pt-0', className)} />
}
