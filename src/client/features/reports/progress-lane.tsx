import { cn } from '#client/ui/cn.ts'

interface ProgressLaneProps {
  /** Accessible name of the work. */
  label: string
  done: number
  all: number
  className?: string
}

/** Progress bar as a lane. Decorative: the text beside it says the same. */
export function ProgressLane({ label, done, all, className }: ProgressLaneProps) {
  const share = all > 0 ? Math.min(1, done / all) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={all}
      aria-valuenow={done}
      className={cn(
        'h-2 overflow-hidden rounded-full bg-accent forced-colors:border forced-colors:border-[CanvasText]',
        className,
      )}
    >
      <div
        className="h-full rounded-full bg-primary transition-[width] duration-200 ease-out forced-colors:bg-[Highlight]"
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}
