/** Domain from the lowest to the highest value, including zero; never empty. */
export function findDomain(values: number[]): { low: number; high: number } {
  const high = Math.max(0, ...values)
  const low = Math.min(0, ...values)
  // The highest mark always has a label, so the scale needs no round end; without values it ends at one.
  return { low, high: high === 0 && low === 0 ? 1 : high }
}

/**
 * Picks evenly spaced labels of this width, always with the last. That label shifts inside the chart, so its neighbour
 * needs more distance.
 */
export function pickTicks(count: number, width: number, labelWidth: number): Set<number> {
  const step = Math.max(1, Math.ceil((count * labelWidth) / Math.max(1, width)))
  const places = Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step)
  const [last = 0, next = 0] = places
  const isTooClose =
    places.length > 1 && (last - next) * (width / count) < labelWidth * 1.5 && width / count < labelWidth / 2
  return new Set(isTooClose ? places.filter((place) => place !== next) : places)
}

/** Picks the values to label: all if there is room, else the highest and, without an overlap, the last. */
export function pickValueLabels(values: number[], slotWidth: number, labelWidth: number): Set<number> {
  if (slotWidth >= labelWidth) return new Set(values.keys())
  const high = Math.max(...values)
  if (values.length === 0 || high <= 0) return new Set()
  const highest = values.indexOf(high)
  const last = values.length - 1
  return (last - highest) * slotWidth >= labelWidth ? new Set([highest, last]) : new Set([highest])
}
