import { type RefObject, useLayoutEffect, useState } from 'react'

/** Up to this length the whole list is rendered, so that the browser's search finds every row. */
const drawnWhole = 80
const margin = 10
const step = 5

export type Place = 'above' | 'here' | 'below'

/** Range of rows to render, and the side of the screen on which the row at `marked` is. */
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
    // Capture, because a part of the page may scroll instead of the page.
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

/** Visible part of the list, in pixels from its top. `scroll-padding` gives the height of the page's header. */
export function sightOf(list: Element): { top: number; bottom: number } {
  const from = list.getBoundingClientRect().top
  const clip = list.closest('[data-scrolls]')?.getBoundingClientRect()
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  return {
    top: Math.max(clip?.top ?? 0, covered) - from,
    bottom: Math.min(clip?.bottom ?? innerHeight, innerHeight) - from,
  }
}
