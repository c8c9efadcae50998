import { type KeyboardEvent, useRef, useState } from 'react'

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Roving focus over the marks of a chart: one Tab stop, then arrow keys, Home and End. The focus moves, so screen
 * readers announce the mark's name and value.
 */
export function useMarks(count: number) {
  const [reached, setReached] = useState(0)
  const [readIndex, setReadIndex] = useState<number>()
  const elements = useRef(new Map<number, SVGElement | HTMLElement>())
  const current = Math.min(reached, count - 1)

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key]
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : step === undefined ? undefined : current + step
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    elements.current.get(Math.max(0, Math.min(count - 1, next)))?.focus()
  }

  const markProps = (index: number, label: string) => ({
    ref: (element: SVGElement | HTMLElement | null) => {
      if (element) elements.current.set(index, element)
      else elements.current.delete(index)
    },
    role: 'img',
    'aria-label': label,
    tabIndex: index === current ? 0 : -1,
    onFocus: () => {
      setReached(index)
      setReadIndex(index)
    },
    onBlur: () => setReadIndex(undefined),
    onPointerEnter: () => setReadIndex(index),
    onPointerLeave: () => setReadIndex(undefined),
  })

  return { activeIndex: readIndex !== undefined && readIndex < count ? readIndex : undefined, onKeyDown, markProps }
}
