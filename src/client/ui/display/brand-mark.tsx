import { cn } from '../cn.ts'

interface BrandMarkProps {
  name: string
  /** Displays the mark alone; screen readers still get the name. */
  compact?: boolean
  className?: string
}

/** Drawing: two lanes around a bend, with a runner in the outer one. */
export function BrandMark({ name, compact = false, className }: BrandMarkProps) {
  return (
    <span className={cn('inline-flex min-w-0 items-center gap-2.5', className)}>
      <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className="size-8 shrink-0">
        <path d="M4 29V16a12 12 0 0 1 24 0v2" stroke="var(--color-primary)" strokeWidth="3.5" strokeLinecap="round" />
        <path d="M11 29V16a5 5 0 0 1 10 0v13" stroke="currentColor" strokeWidth="3.5" strokeLinecap="round" />
        <circle cx="28" cy="26" r="3.5" fill="var(--color-sun-400)" />
      </svg>
      <span className={cn('font-display leading-tight font-bold', compact && 'sr-only')}>{name}</span>
    </span>
  )
}
