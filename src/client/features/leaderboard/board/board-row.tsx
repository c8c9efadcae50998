import { CircleQuestionMark } from 'lucide-react'
import { memo, useId, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { amount, signed } from '#client/platform/formats/amounts.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { cn } from '#client/ui/cn.ts'
import { Avatar } from '#client/ui/display/avatar.tsx'
import { Badge } from '#client/ui/display/badge.tsx'
import { CountUp } from '#client/ui/display/count-up.tsx'
import { readableColors } from '#contract/branding/contrast.ts'
import type { BoardKind } from '#contract/leaderboard/boards.ts'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { pace, still } from '../motion.ts'
import { OwnMark } from '../own-mark.tsx'
import { RankMark } from '../rank-mark.tsx'
import { detailFigures, mainFigure } from '../side-boards/board-figures.ts'
import './board-row.css'

export interface BoardRowProps {
  entry: LeaderboardEntry
  board: BoardKind
  /** Its points as a share of the leader's. */
  share: number
  isOwn: boolean
  gain: number | undefined
  /** For organisers: the name leads to the company's page. */
  isLinked: boolean
  onWhy: (entry: LeaderboardEntry, opener: HTMLElement) => void
  onChampion: (entry: LeaderboardEntry, opener: HTMLElement) => void
}

/** Memoized, so that scrolling renders new rows only. No paragraphs, because users may widen their spacing. */
export const BoardRow = memo(function BoardRow(props: BoardRowProps) {
  const { entry, board, share, isOwn, gain, isLinked, onWhy, onChampion } = props
  const { name, rank, points } = entry
  const nameId = useId()
  const leads = rank === 1
  // The champion of the challenge is the first of the official board.
  const isChampion = leads && board === 'official'
  const main = mainFigure(board, entry)
  return (
    <div className={cn('board-row h-full', tone(leads, isOwn, rank === null))}>
      <RankMark rank={rank} className="board-rank text-lg @max-3xl/board:text-base" />
      <Avatar
        name={name}
        src={entry.logoUrl}
        colors={readableColors(entry.brandingColor)}
        className="board-logo ring-1 ring-foreground/15 ring-inset @max-[20rem]/board:hidden"
      />
      <div className="board-name flex min-w-0 items-center gap-x-2 @max-[20rem]/board:flex-wrap" title={name}>
        {isChampion && !isLinked ? (
          <button
            type="button"
            data-champion
            onClick={({ currentTarget }) => onChampion(entry, currentTarget)}
            className={cn(stretched, 'min-w-0 text-left')}
          >
            {/* `line-clamp` does not work on a button, so it is on the element inside. */}
            <bdi id={nameId} className={cn(nameClasses(isOwn), leaderName, '@3xl/board:block')}>
              {name}
            </bdi>
            <span className="sr-only">, congratulations</span>
          </button>
        ) : (
          <bdi id={nameId} className={cn(nameClasses(isOwn), rank !== null && 'font-semibold', leads && leaderName)}>
            {isLinked ? (
              <Link href={paths.company(entry.id)} className={nameLink}>
                {name}
              </Link>
            ) : (
              name
            )}
          </bdi>
        )}
        {isChampion && isLinked && (
          <button
            type="button"
            data-champion
            aria-label={`${name}, congratulations`}
            onClick={({ currentTarget }) => onChampion(entry, currentTarget)}
            className={stretched}
          />
        )}
        {isOwn && <OwnMark />}
      </div>
      <div className="board-figures flex min-w-0 flex-wrap items-center gap-x-2.5 leading-tight @max-3xl/board:text-sm @3xl/board:contents">
        <div className="flex items-center justify-end gap-2 tabular-nums @3xl/board:text-right">
          {gain !== undefined && (
            <Badge tone="points" className="animate-appear @max-3xl/board:order-last @max-3xl/board:h-5">
              {signed(gain)}
            </Badge>
          )}
          <span>
            <span className="font-display font-bold @3xl/board:text-lg">
              {board === 'official' ? <CountUp value={points} duration={pace.duration} /> : main.text}
            </span>{' '}
            <span className="text-sm text-muted-foreground">{main.unit}</span>
          </span>
        </div>
        <Details board={board} entry={entry} />
      </div>
      {/* Without points there is nothing to explain. */}
      {(points !== 0 || entry.unranked === 'small-team') && (
        <button
          type="button"
          data-why
          aria-describedby={nameId}
          onClick={({ currentTarget }) => onWhy(entry, currentTarget)}
          className={cn(whyClasses, isChampion ? 'z-1' : stretched)}
        >
          <CircleQuestionMark aria-hidden="true" className="size-5 @3xl/board:size-4.5" />
          <span className="@max-3xl/board:sr-only">Why?</span>
          <span className="sr-only">{rank === null ? 'No rank' : `Rank ${rank}`}</span>
        </button>
      )}
      {rank !== null && <Lane share={share} leads={leads} isOwn={isOwn} />}
    </div>
  )
})

/** Calories on the official board; on other boards the parts of the main figure. */
function Details({ board, entry }: Pick<BoardRowProps, 'board' | 'entry'>) {
  if (board === 'official')
    return (
      <div className="text-muted-foreground tabular-nums @3xl/board:text-right">
        {amount(entry.caloriesBurned)} <span className="text-sm">kcal</span>
      </div>
    )
  const { short, more } = detailFigures(board, entry)
  return (
    <div className="text-sm leading-tight text-muted-foreground tabular-nums @3xl/board:text-right">
      {more && <span className="block @max-3xl/board:hidden">{more}</span>}
      {short}
    </div>
  )
}

const leaderName = 'font-display text-lg font-bold @max-3xl/board:text-base'

/** Above the button that fills the row. */
const nameLink = 'relative z-1 underline-offset-4 hover:underline pointer-coarse:py-3.5'

/** Makes the whole row clickable. */
const stretched = 'after:absolute after:inset-0'

// A third line on the smallest screens, so that wide letter spacing cuts no name. The reader's row has its mark there.
const nameClasses = (isOwn: boolean) =>
  cn(
    'min-w-0 @max-3xl/board:line-clamp-2 @max-3xl/board:leading-tight @3xl/board:truncate',
    !isOwn && '@max-[20rem]/board:line-clamp-3',
  )

// Below the name on the smallest screens.
const whyClasses =
  'board-why inline-flex h-11 items-center justify-center gap-1.5 rounded-md text-sm font-semibold text-muted-foreground hover:text-foreground'

function tone(leads: boolean, isOwn: boolean, quiet: boolean): string {
  if (leads) return 'board-row-leader bg-primary text-primary-foreground hover:bg-primary-hover'
  if (isOwn) return 'bg-primary-soft'
  return quiet ? 'bg-surface text-muted-foreground hover:bg-sunken' : 'bg-surface hover:bg-sunken'
}

/** Lane below the row: progress compared with the leader. */
function Lane({ share, leads, isOwn }: { share: number; leads: boolean; isOwn: boolean }) {
  const run = useRef<HTMLSpanElement>(null)
  const before = useRef(share)
  useLayoutEffect(() => {
    const from = before.current
    before.current = share
    if (from === share || still()) return
    run.current?.animate([{ width: `${from * 100}%` }, { width: `${share * 100}%` }], pace)
  }, [share])
  return (
    <span aria-hidden="true" className={cn('absolute inset-x-0 bottom-0 h-0.75', leads ? 'bg-flame-600' : 'bg-accent')}>
      <span
        ref={run}
        style={{ width: `${share * 100}%` }}
        className={cn(
          'relative block h-full after:absolute after:-right-1 after:bottom-0 after:size-2.25 after:rounded-full after:bg-inherit',
          leads ? 'bg-ink-900 after:hidden' : isOwn ? 'bg-primary' : 'bg-control',
        )}
      />
    </span>
  )
}
