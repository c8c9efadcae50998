import { expect, test } from 'vitest'
import { perPersonMillionths } from '#contract/leaderboard/boards.ts'
import { createBoard } from '../board/board.ts'
import { type BoardCompany, type BoardRules, officialRules, perPersonRules } from '../board/board-rules.ts'

const weeks = 1_000
const companiesPerWeek = 40
const daysPerWeek = 7

/** Mulberry32: the same weeks on every machine. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A week in which people of large and small teams try equally hard. One team in four changes its size on some day. */
function simulateWeek(random: () => number): BoardCompany[] {
  return Array.from({ length: companiesPerWeek }, (_, n) => {
    // From 5 to 500 people, small teams as likely as large ones.
    let teamSize = Math.round(5 * 100 ** random())
    const effort = 5 + 10 * random()
    const changesOn = random() < 0.25 ? Math.floor(random() * daysPerWeek) : undefined
    let [points, millionths] = [0, 0]
    for (let day = 0; day < daysPerWeek; day++) {
      if (day === changesOn) teamSize = Math.max(5, Math.round(teamSize * (0.7 + 0.6 * random())))
      const earned = Math.round(teamSize * effort * (0.5 + random()))
      points += earned
      millionths += perPersonMillionths(earned, teamSize)
    }
    return toCompany(n, points, teamSize, millionths)
  })
}

const toCompany = (n: number, points: number, teamSize: number, millionths: number): BoardCompany => ({
  id: String(n),
  name: `Company ${n}`,
  logoUrl: null,
  brandingColor: '#211100',
  points,
  caloriesBurned: 0,
  reachedAt: null,
  teamSize,
  perPersonMillionths: millionths,
})

/** Spearman's ρ between the rank on a board and the team size: −1 when the largest teams lead, 0 when size says nothing. */
function correlate(rules: BoardRules, companies: BoardCompany[]): number {
  const board = createBoard(rules, companies)
  const sizeById = new Map(companies.map(({ id, teamSize }) => [id, teamSize]))
  const entries = board.entries()
  const ranks = entries.map(({ rank }) => rank ?? Number.NaN)
  return pearson(ranks, midRanks(entries.map(({ id }) => sizeById.get(id) ?? Number.NaN)))
}

/** Equal values share the middle of their places. */
function midRanks(values: number[]): number[] {
  return values.map(
    (value) =>
      values.filter((other) => other < value).length + (values.filter((other) => other === value).length + 1) / 2,
  )
}

function pearson(xs: number[], ys: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(xs), mean(ys)]
  const sumOf = (of: (x: number, y: number) => number) =>
    xs.reduce((sum, x, n) => sum + of(x - meanX, (ys[n] ?? Number.NaN) - meanY), 0)
  return sumOf((x, y) => x * y) / Math.sqrt(sumOf((x) => x * x) * sumOf((_, y) => y * y))
}

function averageCorrelation(rules: BoardRules): number {
  const random = createRandom(20261115)
  let sum = 0
  for (let week = 0; week < weeks; week++) sum += correlate(rules, simulateWeek(random))
  return sum / weeks
}

test('over 1,000 weeks in which effort does not depend on size, the rank per person does not depend on it either', () => {
  expect(Math.abs(averageCorrelation(perPersonRules))).toBeLessThanOrEqual(0.1)
})

test('control: in the same weeks the official board ranks large teams first', () => {
  expect(averageCorrelation(officialRules)).toBeLessThan(-0.8)
})
