import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

/** A grey shape the size of what comes; decorative, so wrap a group of them in Loading. */
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
    // Not a live region: a page has many of these, and each would be read out. The page itself says when it changed.
    <div aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
