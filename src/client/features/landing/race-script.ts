/** An example week: the teams are invented, their overtaking is written by hand so that it reads calmly. */
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

const move = 1400
const rest = 2600
const introduction = 1100

export const raceLength = introduction + (steps.length - 1) * (move + rest)

export interface RaceMoment {
  day: number
  calories: number
  /** Per team: points, place in the standings (0 leads; between two whole numbers while overtaking). */
  points: number[]
  lanes: number[]
  leader: number
}

const ranks = (points: number[]) =>
  points.map((own, team) => points.filter((other, rival) => other > own || (other === own && rival < team)).length)

const between = (from: number, to: number, part: number) => from + (to - from) * part

const easeInOut = (part: number) => (part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2)

/** The whole race as a function of time: pausing is keeping the time, the end is any late time. */
export function raceAt(milliseconds: number): RaceMoment {
  const since = milliseconds - introduction
  const index = since < 0 ? 0 : Math.min(Math.floor(since / (move + rest)) + 1, steps.length - 1)
  const to = steps[index] ?? { day: 7, calories: 0, points: [] }
  const before = steps[index - 1] ?? { ...to, calories: 0, points: to.points.map(() => 0) }
  const elapsed = index === 0 ? milliseconds / introduction : (since - (index - 1) * (move + rest)) / move
  const part = easeInOut(Math.min(Math.max(elapsed, 0), 1))

  const places = ranks(to.points)
  const placesBefore = index === 0 ? places : ranks(before.points)
  const lanes = places.map((place, team) => between(placesBefore[team] ?? place, place, part))
  return {
    day: to.day,
    calories: Math.round(between(before.calories, to.calories, part)),
    points: to.points.map((own, team) => Math.round(between(before.points[team] ?? 0, own, part))),
    lanes,
    leader: lanes.indexOf(Math.min(...lanes)),
  }
}
