/** An example week with invented teams; the order of overtakings is fixed, so that it reads calmly. */
export const teams = [
  'Trade Wind Energy',
  'Harbour Lights Bank',
  'Divi Tree Clinics',
  'Salt Pan Studio',
  'Coral Gate Foods',
  'Kunuku Works',
]

export const finishPoints = 1500

interface Step {
  day: number
  calories: number
  points: number[]
}

const noStep: Step = { day: 0, calories: 0, points: [] }

const steps: Step[] = [
  { day: 3, calories: 38_240, points: [1010, 1060, 930, 830, 740, 650] },
  { day: 3, calories: 40_610, points: [1120, 1060, 930, 830, 740, 650] },
  { day: 4, calories: 43_900, points: [1120, 1060, 930, 975, 740, 650] },
  { day: 4, calories: 46_750, points: [1120, 1185, 930, 975, 740, 790] },
  { day: 5, calories: 50_120, points: [1120, 1185, 1050, 975, 740, 790] },
  { day: 5, calories: 53_480, points: [1270, 1185, 1050, 975, 860, 790] },
  { day: 6, calories: 57_030, points: [1270, 1185, 1050, 1150, 860, 790] },
  { day: 6, calories: 60_390, points: [1270, 1370, 1090, 1150, 860, 790] },
  { day: 7, calories: 64_820, points: [1270, 1370, 1090, 1150, 860, 905] },
  { day: 7, calories: 68_450, points: [1500, 1370, 1090, 1150, 860, 905] },
]

const rest = 2800
const move = 1200
const beat = rest + move
/** Longer than other pauses, so that the sentence is read before something moves. */
const opening = 2000

export const raceLength = opening + (steps.length - 1) * beat

export interface RaceMoment {
  day: number
  calories: number
  /** Points and place of each team (0 leads; fractions during an overtaking). */
  points: number[]
  lanes: number[]
  leader: number
}

const ranks = (points: number[]) =>
  points.map(
    (teamPoints, team) =>
      points.filter((other, rival) => other > teamPoints || (other === teamPoints && rival < team)).length,
  )

const between = (from: number, to: number, part: number) => from + (to - from) * part

const easeInOut = (part: number) => (part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2)

/** The race as a pure function of time: a pause keeps the time, and the end is any late time. */
export function raceAt(milliseconds: number): RaceMoment {
  const beats = Math.min(Math.max(milliseconds - opening, 0) / beat, steps.length - 1)
  const from = steps[Math.floor(beats)] ?? noStep
  const to = steps[Math.ceil(beats)] ?? noStep
  // Each beat pauses first, so that the page opens without motion.
  const part = easeInOut(Math.max(((beats % 1) * beat - rest) / move, 0))

  const places = ranks(to.points)
  const lanes = ranks(from.points).map((place, team) => between(place, places[team] ?? place, part))
  return {
    day: part < 0.5 ? from.day : to.day,
    calories: Math.round(between(from.calories, to.calories, part)),
    points: from.points.map((teamPoints, team) => between(teamPoints, to.points[team] ?? teamPoints, part)),
    lanes,
    leader: lanes.indexOf(Math.min(...lanes)),
  }
}

/** Time until which nothing moves, so that no frame is needed. */
export function restsUntil(milliseconds: number): number {
  if (milliseconds < opening) return opening + rest
  const into = (milliseconds - opening) % beat
  return into < rest ? milliseconds - into + rest : milliseconds
}
