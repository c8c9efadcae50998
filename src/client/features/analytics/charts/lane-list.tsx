import { LaneMark } from './lane-mark.tsx'
import { useMarks } from './use-marks.ts'

export type Lane = {
  key: string
  name: string
  /** The formatted value. */
  text: string
  /** Full sentence for screen readers. */
  description: string
  /** Length of its lane, between 0 and 1. */
  share: number
}

interface LaneListProps {
  /** Names the chart for screen readers. */
  label: string
  lanes: Lane[]
  tone: string
}

/** Horizontal bars on lanes; the arrow keys reach each of them. */
export function LaneList({ label, lanes, tone }: LaneListProps) {
  const { onKeyDown, markProps } = useMarks(lanes.length)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the marks of a chart.
    <div
      role="group"
      aria-label={`${label}. Arrow keys go from mark to mark.`}
      onKeyDown={onKeyDown}
      className="mt-2 flex flex-col gap-2"
    >
      {lanes.map(({ key, name, text, description, share }, index) => (
        <div key={key} {...markProps(index, description)} className="rounded-sm">
          <div className="flex items-baseline justify-between gap-4">
            <span className="text-sm font-semibold wrap-anywhere text-muted-foreground">{name}</span>
            <span className="font-display text-lg font-bold whitespace-nowrap tabular-nums">{text}</span>
          </div>
          <LaneMark share={share} className={tone} />
        </div>
      ))}
    </div>
  )
}
