import { type RefObject, useLayoutEffect, useRef } from 'react'
import { fadeIn, pace, still } from '../motion.ts'
import type { LoadedRow } from './use-board-rows.ts'
import { sightOf } from './use-rows-in-view.ts'

type Places = Map<string, number>

/**
 * FLIP animation of moved rows; an overtaking row passes in front. Only visible rows move, and only within one `view`:
 * a search replaces rows at once.
 */
export function useOvertaking(list: RefObject<HTMLElement | null>, rows: LoadedRow[], count: number, view: string) {
  const before = useRef<{ view: string; places: Places }>(undefined)

  useLayoutEffect(() => {
    const places: Places = new Map(rows.map(({ entry, place }) => [entry.id, place]))
    const last = before.current
    before.current = { view, places }
    if (!list.current || last?.view !== view || document.hidden) return
    moveRows(list.current, last.places, places, count)
  }, [list, rows, count, view])
}

function moveRows(list: HTMLElement, before: Places, now: Places, count: number) {
  const height = list.clientHeight / count
  const { top, bottom } = sightOf(list)
  const seen = (y: number) => y + height > top && y < bottom
  for (const row of list.querySelectorAll<HTMLElement>('[data-row]')) {
    const id = row.dataset.row ?? ''
    const to = (now.get(id) ?? 0) * height
    const from = (before.get(id) ?? Number.NaN) * height
    if (from === to || !(seen(to) || seen(from))) continue
    // A row from far away enters at the edge of the visible area.
    const far = Math.min(Math.max(from - to, top - bottom), bottom - top)
    if (still() || Number.isNaN(from)) fadeIn(row)
    else glide(row, far, from > to)
  }
}

function glide(row: HTMLElement, distance: number, overtakes: boolean) {
  // A second change may interrupt the animation, which continues from the current position.
  const under = row.getAnimations().find(({ id }) => id === 'overtaking')
  const moved = under ? new DOMMatrixReadOnly(getComputedStyle(row).transform).m42 : 0
  under?.cancel()
  const zIndex = overtakes ? 2 : 1
  row.animate(
    [
      { transform: `translateY(${distance + moved}px)`, zIndex },
      { transform: 'none', zIndex },
    ],
    { ...pace, id: 'overtaking' },
  )
}
