import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide an element is, so that a drawing in it has letters of the same size at every width. */
export function useWidth(element: RefObject<HTMLElement | null>, atFirst: number): number {
  const [width, setWidth] = useState(atFirst)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => box.clientWidth > 0 && setWidth(box.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return width
}
