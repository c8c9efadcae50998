import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cn } from '#client/ui/cn.ts'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { still } from '../motion.ts'
import { BoardRow, type BoardRowProps } from './board-row.tsx'
import { OwnPin } from './own-pin.tsx'
import { useOvertaking } from './use-overtaking.ts'
import { useRowsInView } from './use-rows-in-view.ts'

export interface BoardProps extends Pick<BoardRowProps, 'onWhy' | 'onChampion'> {
  label: string
  entries: LeaderboardEntry[]
  /** What is shown of the board; when it changes, rows appear in place instead of moving there. */
  view: string
  leaderPoints: number
  ownId?: string | null | undefined
  gains: ReadonlyMap<string, { points: number }>
  className?: string
}

/** Rows of equal height on their places. Only those in sight are drawn, so ten thousand cost what fifty do. */
export function Board({ label, entries, view, leaderPoints, ownId, gains, className, ...acts }: BoardProps) {
  const list = useRef<HTMLOListElement>(null)
  const own = ownId ? entries.findIndex(({ id }) => id === ownId) : -1
  const { first, end, place: side } = useRowsInView(list, entries.length, own)
  // Whoever holds the focus stays drawn, wherever the page is scrolled to.
  const [focused, setFocused] = useState<string>()
  const kept = focused ? entries.findIndex(({ id }) => id === focused) : -1
  useOvertaking(list, entries, view)

  function goToOwn() {
    flushSync(() => setFocused(ownId ?? undefined))
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${ownId}"]`)
    row?.scrollIntoView({ block: 'center', behavior: still() ? 'auto' : 'smooth' })
    row?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  }

  const pinned = entries[own]
  const pin = pinned && side !== 'here' && <OwnPin entry={pinned} side={side} onPress={goToOwn} />
  return (
    <div className={cn('[--row:5.5rem] @min-[20rem]/board:[--row:4.75rem] @3xl/board:[--row:4.25rem]', className)}>
      <div className="sticky top-[calc(var(--stick)+0.5rem)] z-20 h-0 @3xl/board:top-[calc(var(--stick)+3rem)]">
        {side === 'above' && pin}
      </div>
      <ol
        ref={list}
        aria-label={label}
        onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-row]')?.dataset.row)}
        onBlur={() => setFocused(undefined)}
        style={{ height: `calc(var(--row) * ${entries.length})` }}
        className="relative overflow-clip rounded-b-lg @max-3xl/board:rounded-t-lg"
      >
        {placesToDraw(first, end, kept).map((place) => {
          const entry = entries[place]
          return (
            entry && (
              <li
                key={entry.id}
                data-row={entry.id}
                aria-posinset={place + 1}
                aria-setsize={entries.length}
                style={{ top: `calc(var(--row) * ${place})` }}
                className="absolute inset-x-0 h-(--row)"
              >
                <BoardRow
                  entry={entry}
                  share={leaderPoints > 0 ? entry.points / leaderPoints : 0}
                  own={place === own}
                  gain={gains.get(entry.id)?.points}
                  {...acts}
                />
              </li>
            )
          )
        })}
      </ol>
      <div className="sticky bottom-0 z-20 h-0">{side === 'below' && pin}</div>
    </div>
  )
}

function placesToDraw(first: number, end: number, kept: number): number[] {
  const places = Array.from({ length: end - first }, (_, index) => first + index)
  if (kept < 0 || (kept >= first && kept < end)) return places
  return kept < first ? [kept, ...places] : [...places, kept]
}
