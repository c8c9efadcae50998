interface LaneMarkProps {
  /** Id of an SVG pattern in the page, for the rest of the lane. */
  hatch?: string
  share: number | null
  hasRest?: boolean
  className?: string
}

/** A share drawn as a filled lane. A rest that has a meaning is hatched, so that colour is not the only sign. */
export function LaneMark({ hatch, share, hasRest = false, className = 'fill-chart-5' }: LaneMarkProps) {
  const run = `${(share ?? 0) * 100}%`
  return (
    <svg width="100%" height="14" aria-hidden="true" className="my-1 block rounded-full [print-color-adjust:exact]">
      <rect
        width="100%"
        height="14"
        className="fill-accent forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
      />
      {hasRest && hatch && <rect width="100%" height="14" fill={`url(#${hatch})`} />}
      {share !== null && <rect width={run} height="14" className={`${className} forced-colors:fill-[CanvasText]`} />}
    </svg>
  )
}
