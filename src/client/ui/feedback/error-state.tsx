import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { cn } from '../cn.ts'

interface ErrorStateProps {
  title?: string
  description?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  action?: ReactNode
  className?: string
}

export function ErrorState({
  title = 'This did not load',
  description = 'Check your connection and try again.',
  onRetry,
  retrying,
  action,
  className,
}: ErrorStateProps) {
  return (
    <div role="alert" className={cn('flex flex-col items-center gap-1 px-4 py-10 text-center', className)}>
      <span className="mb-3 flex size-12 items-center justify-center rounded-full bg-destructive-soft text-destructive">
        <TriangleAlert aria-hidden="true" className="size-6" />
      </span>
      <p className="font-display text-lg font-semibold">{title}</p>
      {description && <p className="max-w-prose text-muted-foreground">{description}</p>}
      {(onRetry || action) && (
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          {onRetry && (
            <Button variant="outline" onClick={onRetry} pending={retrying}>
              <RotateCw aria-hidden="true" />
              Try again
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  )
}
