import { momentum } from '#contract/analytics/formulas.ts'
import { millionth, minimumFirstThird, minimumPeople, type UnrankedReason } from '#contract/leaderboard/boards.ts'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { pointsScore } from '#contract/leaderboard/rules.ts'

/** A company as the boards know it; its rank follows from the others. */
export type BoardCompany = Pick<
  LeaderboardEntry,
  'id' | 'name' | 'logoUrl' | 'brandingColor' | 'points' | 'caloriesBurned' | 'reachedAt'
> & {
  teamSize: number
  perPersonMillionths: number
  /** Points of the first and the last third of the days, for the improved board. Missing until three days are over. */
  thirds?: { first: number; last: number }
}

/** Companies are ordered by their scores. Without a score there is no rank. */
export type BoardRules = {
  scoreOf: (company: BoardCompany) => number | null
  toEntry: (company: BoardCompany, rank: number | null) => LeaderboardEntry
  /** True: on equal scores the company that reached it first is ahead. False: they share the rank. */
  isTieBrokenByTime: boolean
}

/** Lists the fields, so that their order in the reply stays the same. */
function toOfficialEntry(company: BoardCompany, rank: number | null): LeaderboardEntry {
  const { id, name, logoUrl, brandingColor, points, caloriesBurned, reachedAt } = company
  return { id, name, logoUrl, brandingColor, points, caloriesBurned, reachedAt, rank }
}

export const officialRules: BoardRules = {
  scoreOf: pointsScore,
  toEntry: toOfficialEntry,
  isTieBrokenByTime: true,
}

const reasonIf = (isTrue: boolean, reason: UnrankedReason) => (isTrue ? reason : null)
const hasNoPoints = (company: BoardCompany) => reasonIf(pointsScore(company) === null, 'no-points')

/** Ranks by points per person, each point with the team size it was approved with. */
export const perPersonRules: BoardRules = {
  scoreOf: (company) => (unrankedPerPerson(company) ? null : company.perPersonMillionths),
  toEntry: (company, rank) => ({
    ...toOfficialEntry(company, rank),
    value: company.perPersonMillionths / millionth,
    people: company.teamSize,
    unranked: unrankedPerPerson(company),
  }),
  isTieBrokenByTime: true,
}

function unrankedPerPerson(company: BoardCompany): UnrankedReason | null {
  if (company.teamSize < minimumPeople) return 'small-team'
  // After a change of team size one of the two can be positive while the other is not.
  return hasNoPoints(company) ?? reasonIf(company.perPersonMillionths <= 0, 'no-points')
}

/** The official rules, among companies of a similar size. */
export const divisionRules: BoardRules = {
  scoreOf: pointsScore,
  toEntry: (company, rank) => ({
    ...toOfficialEntry(company, rank),
    value: company.points,
    people: company.teamSize,
    unranked: hasNoPoints(company),
  }),
  isTieBrokenByTime: true,
}

/** Ranks by the points of the last third of the days compared with the first. */
export const improvedRules: BoardRules = {
  scoreOf: changeOf,
  toEntry: (company, rank) => ({
    ...toOfficialEntry(company, rank),
    value: changeOf(company),
    people: company.teamSize,
    unranked: unrankedByChange(company),
    firstThird: company.thirds?.first ?? 0,
    lastThird: company.thirds?.last ?? 0,
  }),
  isTieBrokenByTime: false,
}

function changeOf(company: BoardCompany): number | null {
  return company.thirds && !unrankedByChange(company) ? momentum(company.thirds.first, company.thirds.last) : null
}

function unrankedByChange({ thirds }: BoardCompany): UnrankedReason | null {
  if (!thirds) return 'few-days'
  return reasonIf(thirds.first < minimumFirstThird, 'slow-start')
}
