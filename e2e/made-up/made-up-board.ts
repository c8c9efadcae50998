import type { Page } from '@playwright/test'
import type { LeaderboardEntry, LeaderboardSummary } from '../../src/contract/leaderboard/endpoints.ts'

/** The calls of the board, not the one that explains a row. */
export const boardCalls = /\/api\/leaderboard(\/summary)?(\?|$)/

/** A board of any size, with everything but the numbers made up. */
export function boardOf(points: number[], own?: { id: string; place: number }): LeaderboardEntry[] {
  return points.map((each, place) => ({
    id: own?.place === place ? own.id : `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
    name: `Runners ${place + 1}`,
    logoUrl: null,
    brandingColor: '#0c677b',
    points: each,
    rank: each > 0 ? points.indexOf(each) + 1 : null,
    caloriesBurned: each * 3,
    reachedAt: each > 0 ? '2026-11-15T12:00:00.000Z' : null,
  }))
}

/** Answers the page's questions about the board from these entries, in pages and searched by name as the server does. */
export async function showBoard(page: Page, entries: LeaderboardEntry[], ownId?: string) {
  const asked: string[] = []
  await page.route(boardCalls, (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    asked.push(pathname + (searchParams.size > 0 ? `?${searchParams}` : ''))
    const q = searchParams.get('q')?.toLowerCase() ?? ''
    const found = entries.filter(({ name }) => name.toLowerCase().includes(q))
    if (pathname.endsWith('/summary')) return route.fulfill({ json: summaryOf(entries, found, ownId) })
    const offset = Number(searchParams.get('offset') ?? 0)
    return route.fulfill({ json: found.slice(offset, offset + Number(searchParams.get('limit'))) })
  })
  return { asked }
}

function summaryOf(entries: LeaderboardEntry[], found: LeaderboardEntry[], ownId?: string): LeaderboardSummary {
  const isRanked = ({ rank }: LeaderboardEntry) => rank !== null
  const sum = (of: (entry: LeaderboardEntry) => number) => entries.reduce((total, entry) => total + of(entry), 0)
  const entry = entries.find(({ id }) => id === ownId)
  const rank = entry?.rank ?? Number.POSITIVE_INFINITY
  const position = found.findIndex(({ id }) => id === ownId)
  const neighbour = (other: LeaderboardEntry | undefined) =>
    !entry || !other
      ? null
      : {
          ...{ name: other.name, points: other.points, reachedAt: other.reachedAt },
          gap: Math.abs(other.points - entry.points),
          byTime: other.points === entry.points,
        }
  return {
    companies: found.length,
    ranked: found.filter(isRanked).length,
    totals: {
      companies: entries.length,
      points: sum(({ points }) => points),
      caloriesBurned: sum(({ caloriesBurned }) => caloriesBurned),
      leaderPoints: entries[0]?.points ?? 0,
    },
    leaderValue: entries[0]?.value,
    own: entry
      ? {
          entry,
          position: position < 0 ? null : position,
          ahead: neighbour(entries.filter(isRanked).findLast((other) => (other.rank ?? 0) < rank)),
          behind: neighbour(entries.find((other) => (other.rank ?? 0) > rank)),
          sharedWith: entries.filter((other) => other !== entry && other.rank === entry.rank).map(({ name }) => name),
        }
      : null,
  }
}

/** The controls of the big screen fade away after four seconds, unless one of them has the focus: half faded they have no contrast. */
export const keepControls = (page: Page) => page.getByRole('button', { name: 'Close', exact: true }).focus()
