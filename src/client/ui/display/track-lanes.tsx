import { cn } from '../cn.ts'

interface TrackLanesProps {
  lanes?: number
  /** Index of the flame-coloured lane, counted from the outside. */
  active?: number
  /** Corner around which the bend turns. */
  corner?: 'top-right' | 'bottom-right' | 'bottom-left' | 'top-left'
  className?: string
}

const turns = {
  'bottom-right': undefined,
  'bottom-left': '-scale-x-100',
  'top-right': '-scale-y-100',
  'top-left': '-scale-100',
}

/** A quarter bend of a running track in a square box. Decorative: place it behind content. */
export function TrackLanes({ lanes = 6, active, corner = 'bottom-right', className }: TrackLanesProps) {
  return (
    <svg
      viewBox="0 0 400 400"
      fill="none"
      aria-hidden="true"
      className={cn('pointer-events-none aspect-square [:where(&)]:text-lane', turns[corner], className)}
    >
      {Array.from({ length: lanes }, (_, lane) => {
        const radius = 398 - (lane * 300) / lanes
        return (
          <path
            key={radius}
            d={`M${400 - radius} 410V400A${radius} ${radius} 0 0 1 400 ${400 - radius}H410`}
            className={lane === active ? 'stroke-primary' : 'stroke-current'}
            strokeWidth={lane === active ? 4 : 2}
          />
        )
      })}
    </svg>
  )
}
