export type Box = { width: number; height: number }
export type GridLayout = {
  /** Number of files in each row, in order. */
  rows: number[]
  boxes: Box[]
}

/**
 * Justified grid: rows of equal height, photos uncropped and in order. With `height` the grid fits without scrolling;
 * without one (a phone) rows are near `rowHeight` and the page scrolls.
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

/** Splits into rows of equal length, as far as the count allows. */
function splitEvenly(ratios: number[], rows: number): number[][] {
  return Array.from({ length: rows }, (_, row) =>
    ratios.slice(Math.round((row * ratios.length) / rows), Math.round(((row + 1) * ratios.length) / rows)),
  )
}

function layoutIn(split: number[][], width: number, height: number | undefined, gap: number): GridLayout {
  const natural = split.map((row) => (width - gap * (row.length - 1)) / row.reduce((sum, ratio) => sum + ratio, 0))
  const room = height === undefined ? Number.POSITIVE_INFINITY : height - gap * (split.length - 1)
  // Rows higher than the container shrink together, so a row of portraits keeps its proportion to the others.
  const scale = Math.min(1, room / natural.reduce((sum, one) => sum + one, 0))
  const boxes = split.flatMap((row, index) =>
    row.map((ratio) => {
      const rowHeight = Math.max(1, (natural[index] ?? 0) * scale)
      return { width: Math.max(1, Math.floor(rowHeight * ratio)), height: Math.floor(rowHeight) }
    }),
  )
  return { rows: split.map((row) => row.length), boxes }
}

/** Index of the file above or below at the nearest place in its row; unchanged without such a row. */
export function stepVertically(rows: number[], selected: number, step: 1 | -1): number {
  const starts = rows.map((_, row) => rows.slice(0, row).reduce((sum, count) => sum + count, 0))
  const row = starts.findLastIndex((start) => start <= selected)
  const [from, to] = [rows[row], rows[row + step]]
  const target = starts[row + step]
  if (from === undefined || to === undefined || target === undefined) return selected
  const place = (selected - (starts[row] ?? 0) + 0.5) / from
  return target + Math.min(to - 1, Math.floor(place * to))
}
