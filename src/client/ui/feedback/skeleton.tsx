import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

/** A grey placeholder shape. Decorative: wrap a group of them in Loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('block animate-breathe rounded-sm bg-accent', className)} />
}

export function Loading({
  label = 'Loading…',
  className,
  children,
}: {
  label?: string
  className?: string
  children: ReactNode
}) {
  return (
    // No live region: a page has many of these, and each would be announced. The page announces its change itself.
    <div aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
