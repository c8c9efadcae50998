import { type RefObject, useLayoutEffect, useState } from 'react'

/** Up to here a list is simply drawn, and the browser's own search finds everything. */
const drawnWhole = 80
const margin = 10
const step = 5

export type Place = 'above' | 'here' | 'below'

/** Which rows are worth drawing, and on which side of the screen the row at `marked` is. */
export function useRowsInView(list: RefObject<HTMLElement | null>, count: number, marked: number) {
  const [range, setRange] = useState({ first: 0, end: drawnWhole })
  const [place, setPlace] = useState<Place>('here')

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    let frame = 0
    const measure = () => {
      frame = 0
      const { top, bottom } = sightOf(element)
      const row = element.clientHeight / count
      const first = Math.max(0, Math.floor(top / row / step) * step - margin)
      const end = Math.min(count, Math.ceil(bottom / row / step) * step + margin)
      setRange((old) => (old.first === first && old.end === end ? old : { first, end }))
      const middle = (marked + 0.5) * row
      setPlace(marked < 0 || (middle >= top && middle <= bottom) ? 'here' : middle < top ? 'above' : 'below')
    }
    const measureSoon = () => {
      frame ||= requestAnimationFrame(measure)
    }
    measure()
    // Captured: the list may scroll in the page or in a part of it.
    addEventListener('scroll', measureSoon, { capture: true, passive: true })
    addEventListener('resize', measureSoon)
    const resized = new ResizeObserver(measureSoon)
    resized.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', measureSoon, { capture: true })
      removeEventListener('resize', measureSoon)
      resized.disconnect()
    }
  }, [list, count, marked])

  return { ...(count <= drawnWhole ? { first: 0, end: count } : range), place }
}

/** What of the list can be seen, in pixels from its own top. The page's header covers what `scroll-padding` says. */
export function sightOf(list: Element): { top: number; bottom: number } {
  const from = list.getBoundingClientRect().top
  const clip = list.closest('[data-scrolls]')?.getBoundingClientRect()
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  return {
    top: Math.max(clip?.top ?? 0, covered) - from,
    bottom: Math.min(clip?.bottom ?? innerHeight, innerHeight) - from,
  }
}
