import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

interface StatProps {
  label: string
  value: ReactNode
  unit?: string
  /** The change or the context of the number: "+40 today", "Active participants". */
  detail?: ReactNode
  icon?: LucideIcon
  tone?: 'default' | 'points' | 'calories' | 'flame'
  size?: 'md' | 'hero'
  className?: string
}

const tones = {
  default: 'text-muted-foreground',
  points: 'text-points',
  calories: 'text-calories',
  flame: 'text-primary-text',
}

export function Stat({ label, value, unit, detail, icon: Icon, tone = 'default', size = 'md', className }: StatProps) {
  return (
    <div className={cn('flex min-w-0 flex-col', className)}>
      <div className="flex items-center gap-1.5 text-sm font-semibold text-muted-foreground">
        {Icon && <Icon aria-hidden="true" className={cn('size-4 shrink-0', tones[tone])} />}
        {label}
      </div>
      <div className="mt-1 flex items-baseline gap-1.5">
        <span
          className={cn(
            'font-display font-bold tracking-tight tabular-nums',
            size === 'hero' ? 'text-4xl sm:text-5xl' : 'text-2xl sm:text-3xl',
          )}
        >
          {value}
        </span>
        {unit && <span className="font-medium text-muted-foreground">{unit}</span>}
      </div>
      {detail && <div className="mt-0.5 text-sm text-muted-foreground">{detail}</div>}
    </div>
  )
}
