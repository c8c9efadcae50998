import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cn } from '#client/ui/cn.ts'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { still } from '../motion.ts'
import { shareOfLeader, showsGains } from '../side-boards/board-figures.ts'
import { useGains } from '../use-news.ts'
import { BoardRow, type BoardRowProps } from './board-row.tsx'
import { EmptyRow } from './board-skeleton.tsx'
import { OwnPin } from './own-pin.tsx'
import { type ListPart, useBoardRows } from './use-board-rows.ts'
import { useOvertaking } from './use-overtaking.ts'
import { useRowsInView } from './use-rows-in-view.ts'

interface BoardProps extends ListPart, Pick<BoardRowProps, 'isLinked' | 'onWhy' | 'onChampion'> {
  label: string
  /** The leader's value of the figure that decides the rank. */
  leader: number
  /** The reader's company, if it is in this list. */
  ownRow: { entry: LeaderboardEntry; place: number } | undefined
  className?: string
}

/** A virtual list with rows of equal height: only visible rows are loaded and rendered. */
export function Board({ label, choice, q, start, count, leader, ownRow, className, ...handlers }: BoardProps) {
  const list = useRef<HTMLOListElement>(null)
  const { first, end, place: side } = useRowsInView(list, count, ownRow?.place ?? -1)
  // The focused row stays rendered, however far the page scrolls.
  const [focused, setFocused] = useState<{ id: string; place: number }>()
  const places = placesToDraw(first, Math.min(end, count), focused?.place)
  const rows = useBoardRows({ choice, q, start, count }, places)
  const byPlace = useMemo(() => new Map(rows.map(({ place, entry }) => [place, entry])), [rows])
  const isOwnLoaded = rows.some(({ entry }) => entry.id === ownRow?.entry.id)
  const entryAt = (place: number) =>
    byPlace.get(place) ?? (!isOwnLoaded && place === ownRow?.place ? ownRow.entry : undefined)
  followFocus()
  useOvertaking(list, rows, count, `${choice.board} ${choice.division} ${q}`)
  const gains = useGains(useMemo(() => rows.map(({ entry }) => entry), [rows]))

  /** Follows the focused company when it moves. */
  function followFocus() {
    const now = focused && rows.find(({ entry }) => entry.id === focused.id)
    if (now && now.place !== focused.place) setFocused({ id: focused.id, place: now.place })
  }

  function goToOwn() {
    if (!ownRow) return
    flushSync(() => setFocused({ id: ownRow.entry.id, place: ownRow.place }))
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${ownRow.entry.id}"]`)
    row?.scrollIntoView({ block: 'center', behavior: still() ? 'auto' : 'smooth' })
    row?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  }

  const pin = ownRow && side !== 'here' && (
    <OwnPin entry={ownRow.entry} board={choice.board} side={side} onPress={goToOwn} />
  )
  return (
    <div className={cn('[--row:8rem] @min-[20rem]/board:[--row:5.5rem] @3xl/board:[--row:4.25rem]', className)}>
      <div className="sticky top-[calc(var(--stick)+0.5rem)] z-20 h-0 @3xl/board:top-[calc(var(--stick)+3rem)]">
        {side === 'above' && pin}
      </div>
      <ol
        ref={list}
        aria-label={label}
        onFocus={({ target }) => setFocused(placeOfRow(target))}
        onBlur={() => setFocused(undefined)}
        style={{ height: `calc(var(--row) * ${count})` }}
        className="relative overflow-clip rounded-b-lg @max-3xl/board:rounded-t-lg"
      >
        {places.map((place) => {
          const entry = entryAt(place)
          const position = { top: `calc(var(--row) * ${place})` }
          if (!entry) {
            return (
              <li key={place} aria-hidden="true" style={position} className="absolute inset-x-0 h-(--row)">
                <EmptyRow />
              </li>
            )
          }
          return (
            <li
              key={entry.id}
              data-row={entry.id}
              data-place={place}
              aria-posinset={place + 1}
              aria-setsize={count}
              style={position}
              className="absolute inset-x-0 h-(--row)"
            >
              <BoardRow
                entry={entry}
                board={choice.board}
                share={shareOfLeader(choice.board, entry, leader)}
                isOwn={entry.id === ownRow?.entry.id}
                gain={showsGains(choice.board) ? gains.get(entry.id)?.points : undefined}
                {...handlers}
              />
            </li>
          )
        })}
      </ol>
      <div className="sticky bottom-(--phone-bar) z-20 h-0">{side === 'below' && pin}</div>
    </div>
  )
}

function placeOfRow(target: Element): { id: string; place: number } | undefined {
  const { row, place } = target.closest<HTMLElement>('[data-row]')?.dataset ?? {}
  return row === undefined ? undefined : { id: row, place: Number(place) }
}

function placesToDraw(first: number, end: number, kept = first): number[] {
  const places = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
  if (kept >= first && kept < end) return places
  return kept < first ? [kept, ...places] : [...places, kept]
}
