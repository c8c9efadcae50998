import type { BoardKind } from '#contract/leaderboard/boards.ts'
import './board-row.css'

const headings: Record<BoardKind, [main: string, detail: string]> = {
  official: ['Points', 'Calories'],
  'per-person': ['Points per person', 'Based on'],
  division: ['Points', 'Team'],
  improved: ['Change', 'First → last third'],
}

/** Visual heading; each row has its labels for screen readers. */
export function BoardHeading({ board = 'official' }: { board?: BoardKind }) {
  const [main, detail] = headings[board]
  return (
    <div
      aria-hidden="true"
      className="board-row sticky top-(--stick) z-10 h-10 rounded-t-lg bg-sunken text-sm font-semibold text-muted-foreground @max-3xl/board:hidden"
    >
      <span>Rank</span>
      <span className="size-10" />
      <span>Company</span>
      <span className="text-right">{main}</span>
      <span className="text-right">{detail}</span>
      <span />
    </div>
  )
}
