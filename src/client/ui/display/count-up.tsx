import { useLayoutEffect, useRef } from 'react'

const stillness = matchMedia('(prefers-reduced-motion: reduce)')
const number = new Intl.NumberFormat('en')
const format = (value: number) => number.format(value).replace('-', '−')

/** Counts to its new value. Animates without React, to avoid a render per frame. */
export function CountUp({ value, duration = 900 }: { value: number; duration?: number }) {
  const span = useRef<HTMLSpanElement>(null)
  const displayed = useRef(value)

  useLayoutEffect(() => {
    const element = span.current
    const from = displayed.current
    if (!element || from === value) return
    const show = (now: number) => {
      displayed.current = now
      element.textContent = format(now)
    }
    if (stillness.matches || document.hidden) return show(value)
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

  return <span ref={span}>{format(value)}</span>
}
