import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

export type BadgeTone = 'neutral' | 'flame' | 'success' | 'warning' | 'info' | 'destructive' | 'points' | 'calories'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-accent text-foreground',
  flame: 'bg-primary-soft text-primary-text',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  info: 'bg-info-soft text-info',
  destructive: 'bg-destructive-soft text-destructive',
  points: 'bg-points-soft text-points',
  calories: 'bg-calories-soft text-calories',
}

interface BadgeProps {
  tone?: BadgeTone
  icon?: LucideIcon
  className?: string
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon: Icon, className, children }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex h-6 max-w-full items-center gap-1 rounded-sm px-2 text-sm font-semibold whitespace-nowrap tabular-nums',
        tones[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.5} />}
      {children}
    </span>
  )
}
