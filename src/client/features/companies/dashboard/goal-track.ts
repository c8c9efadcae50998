/** Lane paths under the goal, in pixels: along the bottom from the left, then up around one bend. */
export type GoalTrack = { width: number; height: number; radius: number; bend: { x: number; y: number } }

const lane = 26
const gap = 3
const finishHeight = 12

export const lanes = [0, 1, 2]
export const stroke = lane - gap

export function trackFor(width: number, height: number): GoalTrack {
  const radius = height - finishHeight - lane / 2
  return { width, height, radius, bend: { x: width - lane / 2 - radius, y: finishHeight } }
}

/** True if the height is too low for three lanes and a bend. */
export const isStraight = ({ height }: GoalTrack) => height < lanes.length * lane

const radiusOf = ({ radius }: GoalTrack, index: number) => radius - index * lane

/** A straight and a quarter circle; the outer lane is the longest. */
export function lanePath(track: GoalTrack, index: number): string {
  const r = radiusOf(track, index)
  const { x, y } = track.bend
  return `M0 ${y + r}H${x}A${r} ${r} 0 0 0 ${x + r} ${y}`
}

export const laneLength = (track: GoalTrack, index: number) => track.bend.x + (radiusOf(track, index) * Math.PI) / 2

export function pointAt(track: GoalTrack, index: number, distance: number): { x: number; y: number } {
  const r = radiusOf(track, index)
  const { x, y } = track.bend
  if (distance <= x) return { x: distance, y: y + r }
  const angle = (distance - x) / r
  return { x: x + r * Math.sin(angle), y: y + r * Math.cos(angle) }
}

/** Two rows of chequered squares across the end of every lane. */
export function finishSquares(track: GoalTrack) {
  const size = finishHeight / 2
  const from = track.bend.x + radiusOf(track, lanes.length - 1) - lane / 2
  const columns = Math.round((lanes.length * lane) / size)
  return Array.from({ length: columns * 2 }, (_, square) => ({ column: square >> 1, row: square % 2 }))
    .filter(({ column, row }) => (column + row) % 2 === 0)
    .map(({ column, row }) => ({ x: from + column * size, y: row * size, size }))
}
