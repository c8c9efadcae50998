import { amount, countText, pointsText } from '#client/platform/formats/amounts.ts'
import { type BoardKind, minimumFirstThird, minimumPeople, type UnrankedReason } from '#contract/leaderboard/boards.ts'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'

const decimal = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** "12.50": points per person, always with two decimals so that they align. */
export const perPersonText = (value: number) => `${value < 0 ? '−' : ''}${decimal.format(Math.abs(value))}`

/** "+50%", "−12.5%", "0%". */
export function changeText(value: number): string {
  const text = share.format(Math.abs(value))
  if (text === share.format(0)) return text
  return `${value < 0 ? '−' : '+'}${text}`
}

export const peopleText = (people: number) => countText(people, ['person', 'people'])

/** The figure that decides the rank, and its unit. */
export function mainFigure(board: BoardKind, entry: LeaderboardEntry): { text: string; unit: string } {
  const { value, points } = entry
  if (board === 'per-person') return { text: perPersonText(value ?? 0), unit: 'per person' }
  if (board === 'improved') return { text: typeof value === 'number' ? changeText(value) : '', unit: '' }
  return { text: amount(points), unit: points === 1 ? 'point' : 'points' }
}

/** Parts of the main figure; narrow rows leave out the second part. */
export function detailFigures(board: BoardKind, entry: LeaderboardEntry): { short: string; more?: string } {
  if (entry.unranked && entry.unranked !== 'no-points') return { short: unrankedLabels[entry.unranked] }
  if (board === 'improved') return { short: `${amount(entry.firstThird ?? 0)} → ${pointsText(entry.lastThird ?? 0)}` }
  const people = peopleText(entry.people ?? 0)
  return board === 'per-person' ? { short: people, more: pointsText(entry.points) } : { short: people }
}

/** Short labels for a row; the full sentences are in the contract. */
const unrankedLabels: Record<UnrankedReason, string> = {
  'no-points': 'No points yet',
  'small-team': `Fewer than ${minimumPeople} people`,
  'few-days': 'Ranked after three days',
  'slow-start': `Under ${minimumFirstThird} points at first`,
}

/** Progress compared with the leader, between 0 and 1. */
export function shareOfLeader(board: BoardKind, entry: LeaderboardEntry, leader: number): number {
  const value = board === 'official' ? entry.points : (entry.value ?? 0)
  return leader > 0 ? Math.min(1, Math.max(0, value / leader)) : 0
}

/** True if new points directly move this board. */
export const showsGains = (board: BoardKind) => board === 'official' || board === 'division'
