import { ArrowDown, ArrowUp } from 'lucide-react'
import { cn } from '#client/ui/cn.ts'
import { Avatar } from '#client/ui/display/avatar.tsx'
import { readableColors } from '#contract/branding/contrast.ts'
import type { BoardKind } from '#contract/leaderboard/boards.ts'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { OwnMark } from '../own-mark.tsx'
import { RankMark } from '../rank-mark.tsx'
import { mainFigure } from '../side-boards/board-figures.ts'

type Props = { entry: LeaderboardEntry; board: BoardKind; side: 'above' | 'below'; onPress: () => void }

/** The reader's row, pinned to the edge beyond which the real one is. */
export function OwnPin({ entry, board, side, onPress }: Props) {
  const { text, unit } = mainFigure(board, entry)
  const Arrow = side === 'above' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={onPress}
      className={cn(
        'absolute inset-x-0 flex h-14 animate-appear items-center gap-3 rounded-lg border border-primary bg-raised px-3 shadow-float hover:bg-primary-soft sm:px-5',
        side === 'above' ? 'top-0' : 'bottom-[max(0.75rem,env(safe-area-inset-bottom))]',
      )}
    >
      <RankMark rank={entry.rank} />
      <Avatar name={entry.name} src={entry.logoUrl} colors={readableColors(entry.brandingColor)} size="sm" />
      <bdi className="min-w-0 truncate font-semibold max-sm:sr-only">{entry.name}</bdi>
      <OwnMark />
      <span className="ml-auto font-display font-bold whitespace-nowrap tabular-nums">{`${text} ${unit}`.trim()}</span>
      <span className="sr-only">, go to your row</span>
      <Arrow aria-hidden="true" className="size-5 shrink-0 text-primary-text" />
    </button>
  )
}
