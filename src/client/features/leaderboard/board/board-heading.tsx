import { cn } from '#client/ui/cn.ts'
import { columns } from './board-row.tsx'

/** For the eye; each row says its own words. */
export function BoardHeading() {
  return (
    <div
      aria-hidden="true"
      className={cn(
        columns,
        'sticky top-(--stick) z-10 h-10 rounded-t-lg bg-sunken text-sm font-semibold text-muted-foreground @max-3xl/board:hidden',
      )}
    >
      <span>Rank</span>
      <span className="size-10" />
      <span>Company</span>
      <span className="text-right">Points</span>
      <span className="text-right">Calories</span>
      <span />
    </div>
  )
}
