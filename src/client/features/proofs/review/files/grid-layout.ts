export type Box = { width: number; height: number }
export type GridLayout = {
  /** How many files each row has, in order. */
  rows: number[]
  boxes: Box[]
}

/**
 * Whole photos, in order, as large as the place allows: rows in which every photo has the same height and its own shape. With a height the
 * grid fills it and nothing scrolls; without one (a phone) the rows are about `rowHeight` high and the page scrolls.
 */
export function layoutGrid(
  ratios: number[],
  { width, height, rowHeight }: { width: number; height?: number; rowHeight: number },
  gap: number,
): GridLayout {
  const candidates = ratios.map((_, index) => layoutIn(splitEvenly(ratios, index + 1), width, height, gap))
  const areaOf = ({ boxes }: GridLayout) => boxes.reduce((sum, box) => sum + box.width * box.height, 0)
  const averageOf = ({ rows, boxes }: GridLayout) => heightOf(rows, boxes) / rows.length
  const better =
    height === undefined
      ? (a: GridLayout, b: GridLayout) => Math.abs(averageOf(a) - rowHeight) <= Math.abs(averageOf(b) - rowHeight)
      : (a: GridLayout, b: GridLayout) => areaOf(a) >= areaOf(b)
  return candidates.reduce((best, next) => (better(best, next) ? best : next), candidates[0] ?? { rows: [], boxes: [] })
}

const heightOf = (rows: number[], boxes: Box[]) => {
  let first = 0
  return rows.reduce((sum, count) => {
    const height = boxes[first]?.height ?? 0
    first += count
    return sum + height
  }, 0)
}

/** The same number in each row, as far as it goes. */
function splitEvenly(ratios: number[], rows: number): number[][] {
  return Array.from({ length: rows }, (_, row) =>
    ratios.slice(Math.round((row * ratios.length) / rows), Math.round(((row + 1) * ratios.length) / rows)),
  )
}

function layoutIn(split: number[][], width: number, height: number | undefined, gap: number): GridLayout {
  const natural = split.map((row) => (width - gap * (row.length - 1)) / row.reduce((sum, ratio) => sum + ratio, 0))
  const room = height === undefined ? Number.POSITIVE_INFINITY : height - gap * (split.length - 1)
  // Rows that would be higher than the place shrink together, so that a row of portraits is not a stamp beside the others.
  const scale = Math.min(1, room / natural.reduce((sum, one) => sum + one, 0))
  const boxes = split.flatMap((row, index) =>
    row.map((ratio) => {
      const rowHeight = Math.max(1, (natural[index] ?? 0) * scale)
      return { width: Math.max(1, Math.floor(rowHeight * ratio)), height: Math.floor(rowHeight) }
    }),
  )
  return { rows: split.map((row) => row.length), boxes }
}

/** The file above or below, the one whose place in its row is nearest; the same file where there is no such row. */
export function stepVertically(rows: number[], selected: number, step: 1 | -1): number {
  const starts = rows.map((_, row) => rows.slice(0, row).reduce((sum, count) => sum + count, 0))
  const row = starts.findLastIndex((start) => start <= selected)
  const [from, to] = [rows[row], rows[row + step]]
  const target = starts[row + step]
  if (from === undefined || to === undefined || target === undefined) return selected
  const place = (selected - (starts[row] ?? 0) + 0.5) / from
  return target + Math.min(to - 1, Math.floor(place * to))
}
