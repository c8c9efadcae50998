import { momentum } from '#contract/analytics/formulas.ts'
import { millionth, minimumFirstThird, minimumPeople, type UnrankedReason } from '#contract/leaderboard/boards.ts'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { pointsScore } from '#contract/leaderboard/rules.ts'

/** A company as the boards know it; its rank follows from the others. */
export type BoardCompany = Pick<
  LeaderboardEntry,
  'id' | 'name' | 'logoUrl' | 'brandingColor' | 'points' | 'caloriesBurned' | 'reachedAt'
> & { teamSize: number; perPersonMillionths: number }

/** Points of the first and the last third of the days that are over; null while these are fewer than three. */
export type ComparedCompany = BoardCompany & { firstThird: number | null; lastThird: number | null }

/** What makes a board: by which score companies are ordered, and what is said of each. Without a score there is no rank. */
export type BoardRules<Company extends BoardCompany> = {
  scoreOf: (company: Company) => number | null
  toEntry: (company: Company, rank: number | null) => LeaderboardEntry
  /** Whether on equal scores whoever was first is ahead; otherwise they share the rank. */
  isTieBrokenByTime: boolean
}

/** Written out: the order of the fields is what readers have always got. */
function toOfficialEntry(company: BoardCompany, rank: number | null): LeaderboardEntry {
  const { id, name, logoUrl, brandingColor, points, caloriesBurned, reachedAt } = company
  return { id, name, logoUrl, brandingColor, points, caloriesBurned, reachedAt, rank }
}

export const officialRules: BoardRules<BoardCompany> = {
  scoreOf: pointsScore,
  toEntry: toOfficialEntry,
  isTieBrokenByTime: true,
}

const reasonIf = (isTrue: boolean, reason: UnrankedReason) => (isTrue ? reason : null)
const hasNoPoints = (company: BoardCompany) => reasonIf(pointsScore(company) === null, 'no-points')

/** Ranks by points per person, each point with the team size it was approved with. */
export const perPersonRules: BoardRules<BoardCompany> = {
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
  // With a changed team size the one can be above zero while the other is not.
  return hasNoPoints(company) ?? reasonIf(company.perPersonMillionths <= 0, 'no-points')
}

/** As the official board, among companies of a similar size. */
export const divisionRules: BoardRules<BoardCompany> = {
  scoreOf: pointsScore,
  toEntry: (company, rank) => ({
    ...toOfficialEntry(company, rank),
    value: company.points,
    people: company.teamSize,
    unranked: hasNoPoints(company),
  }),
  isTieBrokenByTime: true,
}

/** Ranks by what the last third of the days brought compared with the first. */
export const improvedRules: BoardRules<ComparedCompany> = {
  scoreOf: changeOf,
  toEntry: (company, rank) => ({
    ...toOfficialEntry(company, rank),
    value: changeOf(company),
    people: company.teamSize,
    unranked: unrankedByChange(company),
    firstThird: company.firstThird ?? 0,
    lastThird: company.lastThird ?? 0,
  }),
  isTieBrokenByTime: false,
}

function changeOf(company: ComparedCompany): number | null {
  const { firstThird, lastThird } = company
  if (firstThird === null || lastThird === null || unrankedByChange(company)) return null
  return momentum(firstThird, lastThird)
}

function unrankedByChange({ firstThird }: ComparedCompany): UnrankedReason | null {
  if (firstThird === null) return 'few-days'
  return reasonIf(firstThird < minimumFirstThird, 'slow-start')
}
