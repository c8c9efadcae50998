/** The track in pixels: a straight from the left, a bend on the right, and the home straight off the page. */
export interface Track {
  width: number
  height: number
  lane: number
  stagger: number
  /** Share of the lane that every runner has completed: on a phone the last one would cover its name. */
  lead: number
  top: number
  radius: number
  centre: number
  start: number
  finish: number
}

export const laneCount = 6

/** The text beside the track sets its start; on narrow screens the text is above it. */
export function trackIn(width: number, height: number): Track {
  const wide = width >= 1024
  const margin = Math.max((width - 1280) / 2, wide ? 32 : 16)
  const lane = wide ? 37 : width >= 640 ? 34 : 27
  const top = wide ? 24 : 4
  const radius = (height - top - (wide ? 16 : 4)) / 2
  const right = wide ? Math.min(width - 20, width - margin + 56) : width - 12
  const start = wide ? margin + Math.min(620, (width - 2 * margin) * 0.49) : margin
  return {
    width,
    height,
    lane,
    // Staggered starts, as on a real track; smaller on a phone.
    stagger: lane * (width >= 640 ? 0.55 : 0.3),
    lead: width >= 640 ? 0 : 0.22,
    top,
    radius,
    centre: right - radius,
    start,
    finish: wide ? margin + 96 : margin + 40,
  }
}

const offset = (track: Track, lane: number) => (lane + 0.5) * track.lane

const startOf = (track: Track, lane: number) => track.start + lane * track.stagger

export function lanePath(track: Track, lane: number): string {
  const inset = offset(track, lane)
  const radius = track.radius - inset
  const y = track.top + inset
  const [start, height, turn] = [startOf(track, lane), y, radius].map((value) => value.toFixed(1))
  return `M${start} ${height}H${track.centre}a${turn} ${turn} 0 0 1 0 ${(radius * 2).toFixed(1)}H-1500`
}

/**
 * Position of a runner on its lane. Equal shares stand side by side on the straights, although inner lanes are
 * shorter.
 */
export function distanceAt(track: Track, lane: number, part: number): number {
  const radius = track.radius - offset(track, lane)
  const straight = track.centre - track.start
  const bend = Math.PI * (track.radius - offset(track, 0))
  const home = track.centre - track.finish
  const along = (track.lead + part * (1 - track.lead)) * (straight + bend + home)

  const ownStraight = track.centre - startOf(track, lane)
  if (along <= straight) return (along / straight) * ownStraight
  if (along <= straight + bend) return ownStraight + ((along - straight) / bend) * Math.PI * radius
  return ownStraight + Math.PI * radius + (along - straight - bend)
}

export function pointAt(track: Track, lane: number, distance: number): { x: number; y: number } {
  const inset = offset(track, lane)
  const radius = track.radius - inset
  const straight = track.centre - startOf(track, lane)
  const bend = Math.PI * radius
  if (distance <= straight) return { x: startOf(track, lane) + distance, y: track.top + inset }
  if (distance <= straight + bend) {
    const angle = (distance - straight) / radius
    return {
      x: track.centre + radius * Math.sin(angle),
      y: track.top + track.radius - radius * Math.cos(angle),
    }
  }
  return { x: track.centre - (distance - straight - bend), y: track.top + 2 * track.radius - inset }
}

/** The area inside the bend, with the scoreboard. */
export function infield(track: Track): { left: number; top: number; width: number; height: number } {
  const band = laneCount * track.lane
  const left = startOf(track, laneCount)
  return {
    left,
    top: track.top + band,
    width: track.centre + (track.radius - band) * 0.6 - left,
    height: 2 * (track.radius - band),
  }
}
