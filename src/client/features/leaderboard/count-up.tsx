import { useLayoutEffect, useRef } from 'react'
import { amount } from './amounts.ts'
import { pace, still } from './motion.ts'

/** A number that counts to its new value. Drawn past React: a frame is no reason to render a board. */
export function CountUp({ value, duration = pace.duration }: { value: number; duration?: number }) {
  const span = useRef<HTMLSpanElement>(null)
  const shown = useRef(value)

  useLayoutEffect(() => {
    const element = span.current
    const from = shown.current
    if (!element || from === value) return
    const show = (now: number) => {
      shown.current = now
      element.textContent = amount(now)
    }
    if (still() || document.hidden) return show(value)
    const start = performance.now()
    let frame = 0
    const count = (time: number) => {
      const part = Math.min(Math.max((time - start) / duration, 0), 1)
      show(Math.round(from + (value - from) * (1 - (1 - part) ** 3)))
      if (part < 1) frame = requestAnimationFrame(count)
    }
    show(from)
    frame = requestAnimationFrame(count)
    return () => cancelAnimationFrame(frame)
  }, [value, duration])

  return <span ref={span}>{amount(value)}</span>
}
