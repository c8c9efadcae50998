/** From the least to the most value, with zero among them; never empty. */
export function findDomain(values: number[]): { low: number; high: number } {
  const high = Math.max(0, ...values)
  const low = Math.min(0, ...values)
  // The highest mark is always labelled, so a scale needs no round end; without any it is as high as one.
  return { low, high: high === 0 && low === 0 ? 1 : high }
}

/**
 * Which of so many places get a label, when each label needs this width: evenly apart, the last one always. That one is moved inside of
 * the chart, so the one before it needs more room.
 */
export function pickTicks(count: number, width: number, labelWidth: number): Set<number> {
  const step = Math.max(1, Math.ceil((count * labelWidth) / Math.max(1, width)))
  const places = Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step)
  const [last = 0, next = 0] = places
  const isTooClose =
    places.length > 1 && (last - next) * (width / count) < labelWidth * 1.5 && width / count < labelWidth / 2
  return new Set(isTooClose ? places.filter((place) => place !== next) : places)
}

/** Which values are written beside their marks: all where there is room, otherwise the highest and, if it does not touch, the last. */
export function pickValueLabels(values: number[], slotWidth: number, labelWidth: number): Set<number> {
  if (slotWidth >= labelWidth) return new Set(values.keys())
  const high = Math.max(...values)
  if (values.length === 0 || high <= 0) return new Set()
  const highest = values.indexOf(high)
  const last = values.length - 1
  return (last - highest) * slotWidth >= labelWidth ? new Set([highest, last]) : new Set([highest])
}
