import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { cn } from '#client/ui/cn.ts'
import { useMarks } from './use-marks.ts'

export type Mark = {
  key: string
  /** Text for screen readers. */
  name: string
  /** Readout above the drawing while its mark is hovered or focused. */
  readout: { value: string; detail: string }
}

interface MarkedDrawingProps {
  /** Names the chart for screen readers. */
  label: string
  /** Summary in words. */
  summary: string
  marks: Mark[]
  height: number
  children: (drawing: { width: number; activeIndex: number | undefined }) => ReactNode
}

export const fontSize = 12

/** A drawing with marks of equal width. The arrow keys reach each mark, which has a name. */
export function MarkedDrawing({ label, summary, marks, height, children }: MarkedDrawingProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box, 640)
  const summaryId = useId()
  const { activeIndex, onKeyDown, markProps } = useMarks(marks.length)
  const readout = activeIndex === undefined ? undefined : marks[activeIndex]?.readout
  const slotWidth = width / Math.max(1, marks.length)
  return (
    <div ref={box} className="min-w-0">
      <p id={summaryId} className={cn('min-h-10 text-sm text-muted-foreground', readout && 'sr-only')}>
        {summary}
      </p>
      {readout && (
        // Screen readers already get this as the mark's name.
        <p aria-hidden="true" className="min-h-10 text-sm tabular-nums">
          <span className="block font-semibold text-foreground first-letter:uppercase">{readout.value}</span>
          <span className="block text-muted-foreground">{readout.detail}</span>
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a group of marks inside of a drawing. */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={`${label}. Arrow keys go from mark to mark.`}
        aria-describedby={summaryId}
        onKeyDown={onKeyDown}
        fontSize={fontSize}
        className="block h-auto w-full overflow-visible tabular-nums [print-color-adjust:exact]"
      >
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus; the marks below it do. */}
        <g aria-hidden="true">{children({ width, activeIndex })}</g>
        {marks.map(({ key, name }, index) => (
          <rect
            key={key}
            {...markProps(index, name)}
            x={index * slotWidth}
            width={slotWidth}
            height={height}
            className="fill-transparent"
          />
        ))}
      </svg>
    </div>
  )
}

/** Width of an element, so that text in its drawing keeps one size at every width. */
function useWidth(element: RefObject<HTMLElement | null>, atFirst: number): number {
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
