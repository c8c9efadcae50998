import { CircleCheck, CircleX, Clock3, type LucideIcon, ScanLine } from 'lucide-react'
import { percentText } from '#client/platform/formats/amounts.ts'
import { cn } from '#client/ui/cn.ts'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { countOf } from './attendee-labels.ts'
import type { AttendeeFilters, AttendeeCounts as Counts } from './queries.ts'

interface Tile {
  label: string
  icon: LucideIcon
  tone: string
  activeFilters: AttendeeFilters
  value: (counts: Counts) => number
  detail: (counts: Counts) => string
  /** Fill of the lane under the number, between 0 and 1. */
  share?: (counts: Counts) => number | undefined
}

const tiles: Tile[] = [
  {
    label: 'Pending',
    icon: Clock3,
    tone: 'text-warning',
    activeFilters: { status: 'pending' },
    value: ({ pending }) => pending,
    detail: ({ waiting, offered, pending }) => {
      if (offered) return `${countOf(offered)} offered a place, ${countOf(waiting)} waiting`
      if (waiting) return `${countOf(waiting)} on the waiting list`
      return pending ? 'Awaiting a decision' : 'None'
    },
  },
  {
    label: 'Approved',
    icon: CircleCheck,
    tone: 'text-success',
    activeFilters: { status: 'approved' },
    value: ({ approved }) => approved,
    detail: ({ capacity }) => (capacity === null ? 'No limit on places' : `of ${countOf(capacity)} places`),
    share: ({ approved, capacity }) => (capacity === null ? undefined : approved / capacity),
  },
  {
    label: 'Rejected',
    icon: CircleX,
    tone: 'text-destructive',
    activeFilters: { status: 'rejected' },
    value: ({ rejected }) => rejected,
    detail: ({ cancelled }) => (cancelled ? `${countOf(cancelled)} cancelled` : 'None cancelled'),
  },
  {
    label: 'Checked In',
    icon: ScanLine,
    tone: 'text-info',
    activeFilters: { checkedIn: 'yes' },
    value: ({ checkedIn }) => checkedIn,
    detail: ({ checkedIn, approved }) =>
      approved ? `${percentText(checkedIn / approved)} of the approved` : 'No one approved yet',
    share: ({ checkedIn, approved }) => (approved ? checkedIn / approved : undefined),
  },
]

interface AttendeeCountsProps {
  counts: Counts | undefined
  activeFilters: AttendeeFilters
  onFilter: (activeFilters: AttendeeFilters) => void
}

/** Counts per status; each one toggles a filter. */
export function AttendeeCounts({ counts, activeFilters, onFilter }: AttendeeCountsProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-border bg-border lg:grid-cols-4">
      <legend className="sr-only">Show only</legend>
      {tiles.map((tile) => {
        const pressed = same(tile.activeFilters, activeFilters)
        const share = counts && tile.share?.(counts)
        return (
          <button
            key={tile.label}
            type="button"
            aria-pressed={pressed}
            onClick={() => onFilter(pressed ? {} : tile.activeFilters)}
            className={cn(
              'relative flex min-w-0 flex-col items-start px-4 pt-3 pb-4 text-left transition-colors focus-visible:z-10 focus-visible:-outline-offset-2 sm:px-5',
              pressed ? 'bg-accent shadow-[inset_0_3px_0_var(--color-ring)]' : 'bg-surface hover:bg-sunken',
            )}
          >
            <span className="flex items-center gap-1.5 text-sm font-semibold text-muted-foreground">
              <tile.icon aria-hidden="true" className={cn('size-4 shrink-0', tile.tone)} strokeWidth={2.5} />
              {tile.label}
            </span>
            {counts ? (
              <>
                <span className="mt-1 font-display text-2xl font-bold tracking-tight tabular-nums sm:text-3xl">
                  {countOf(tile.value(counts))}
                </span>
                <span className="text-sm text-muted-foreground tabular-nums">{tile.detail(counts)}</span>
              </>
            ) : (
              <>
                <Skeleton className="mt-1 h-8 w-16 sm:h-10" />
                <Skeleton className="mt-1 h-4 w-28 max-w-full" />
              </>
            )}
            <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-1">
              {share !== undefined && (
                <span
                  className={cn('block h-full bg-current transition-[width]', tile.tone)}
                  style={{ width: `${Math.min(100, share * 100)}%` }}
                />
              )}
            </span>
          </button>
        )
      })}
    </fieldset>
  )
}

const same = (one: AttendeeFilters, other: AttendeeFilters) =>
  one.status === other.status && one.checkedIn === other.checkedIn && one.confirmed === other.confirmed
