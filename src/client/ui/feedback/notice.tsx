import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type NoticeTone = 'warning' | 'info' | 'success'

const tones: Record<NoticeTone, string> = {
  warning: 'bg-warning-soft text-warning',
  info: 'bg-info-soft text-info',
  success: 'bg-success-soft text-success',
}

interface NoticeProps {
  icon: LucideIcon
  tone: NoticeTone
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A persistent message with its actions. */
export function Notice({ icon: Icon, tone, actions, className, children }: NoticeProps) {
  return (
    <div className={cn('flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md px-3 py-2', tones[tone], className)}>
      <p className="flex min-w-0 flex-1 basis-60 items-start gap-2 font-medium">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>{children}</span>
      </p>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
