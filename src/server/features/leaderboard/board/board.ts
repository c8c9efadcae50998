import { isDeepStrictEqual } from 'node:util'
import type { LeaderboardEntry, LeaderboardSummary } from '#contract/leaderboard/endpoints.ts'
import { compareKeys, compareScores, type OrderKey, orderKeyOf, ranksOf } from '#contract/leaderboard/rules.ts'
import { matchingPlain, plainText } from '#contract/text/matching.ts'
import type { BoardCompany, BoardRules } from './board-rules.ts'

/** A company that changed, was added or, without `company`, is no longer listed. */
export type CompanyChange = { id: string; company: BoardCompany | undefined }

type Row = OrderKey & { readonly company: BoardCompany }

/** Beyond this, sorting everything again takes less time than moving one company after the other. */
const fewChanges = 100

export function createBoard(rules: BoardRules, companies: BoardCompany[]): Board {
  const rows = companies.map((company) => toRow(rules, company))
  return new Board(rules, rows.sort(compareKeys))
}

/**
 * All companies of a board as a sorted array. Immutable: a change makes another board of the same rows. Ranks are
 * found by binary search; a company is found by a linear scan, which takes milliseconds for 100,000 companies.
 */
export class Board {
  readonly #rules: BoardRules
  readonly #rows: Row[]

  constructor(rules: BoardRules, ordered: Row[]) {
    this.#rules = rules
    this.#rows = ordered
  }

  get size(): number {
    return this.#rows.length
  }

  /** The number of companies with a rank. They come first. */
  get rankedCount(): number {
    return countFirst(this.#rows, ({ score }) => score !== null)
  }

  get totals(): LeaderboardSummary['totals'] {
    const totals = {
      companies: this.size,
      points: 0,
      caloriesBurned: 0,
      leaderPoints: this.#rows[0]?.company.points ?? 0,
    }
    for (const { company } of this.#rows) {
      totals.points += company.points
      totals.caloriesBurned += company.caloriesBurned
    }
    return totals
  }

  /** Returns the same board if nothing changed. */
  with(changes: CompanyChange[]): Board {
    if (changes.length > fewChanges) return this.#sortWith(changes)
    const rows = this.#rows.slice()
    let isChanged = false
    for (const { id, company } of changes) {
      const position = rows.findIndex((row) => row.id === id)
      if (isDeepStrictEqual(rows[position]?.company, company)) continue
      isChanged = true
      if (position >= 0) rows.splice(position, 1)
      if (!company) continue
      const row = toRow(this.#rules, company)
      const ahead = countFirst(rows, (other) => compareKeys(other, row) < 0)
      rows.splice(ahead, 0, row)
    }
    return isChanged ? new Board(this.#rules, rows) : this
  }

  #sortWith(changes: CompanyChange[]): Board {
    const companies = new Map(this.#rows.map(({ id, company }) => [id, company]))
    for (const { id, company } of changes) {
      if (company) companies.set(id, company)
      else companies.delete(id)
    }
    return createBoard(this.#rules, [...companies.values()])
  }

  /** All companies in the order of the board. */
  companies(): BoardCompany[] {
    return this.#rows.map(({ company }) => company)
  }

  companyOf(companyId: string): BoardCompany | undefined {
    return this.#rows.find(({ id }) => id === companyId)?.company
  }

  /** Undefined for a company that is not listed. */
  positionOf(companyId: string): number | undefined {
    const position = this.#rows.findIndex(({ id }) => id === companyId)
    return position < 0 ? undefined : position
  }

  /** The first position behind this place, even if no company is at the place. */
  positionAfter(place: OrderKey): number {
    return countFirst(this.#rows, (row) => compareKeys(row, place) <= 0)
  }

  placeAt(position: number): OrderKey | undefined {
    return this.#rows[position]
  }

  entryAt(position: number): LeaderboardEntry | undefined {
    return position < 0 ? undefined : this.entries(position, position + 1)[0]
  }

  /** Entries with their ranks on the whole board. */
  entries(start = 0, end = this.size): LeaderboardEntry[] {
    const rows = this.#rows.slice(start, end)
    const firstRank = this.positionsOfRankAt(start).start + 1
    const ranks = ranksOf(rows).map((rank) => (rank === 1 ? firstRank : rank && rank + start))
    return rows.map(({ company }, index) => this.#rules.toEntry(company, ranks[index] ?? null))
  }

  /** The positions of all companies that share the rank of this one; `end` is exclusive. */
  positionsOfRankAt(position: number): { start: number; end: number } {
    const own = this.#rows[position]
    if (!own) return { start: position, end: position }
    return {
      start: countFirst(this.#rows, (row) => compareScores(row, own) < 0),
      end: countFirst(this.#rows, (row) => compareScores(row, own) <= 0),
    }
  }

  /** Positions of the companies whose name has every word, in order; all positions without words. */
  search(typed = ''): number[] {
    if (typed === '') return [...this.#rows.keys()]
    const matches = matchingPlain(typed)
    return this.#rows.flatMap(({ company }, position) => (matches(plainNameOf(company)) ? position : []))
  }
}

function toRow({ scoreOf, isTieBrokenByTime }: BoardRules, company: BoardCompany): Row {
  const { id, name } = company
  const key = orderKeyOf({ id, name, reachedAt: isTieBrokenByTime ? company.reachedAt : null }, scoreOf(company))
  // List the fields: comparing objects made by spreading is several times slower.
  return { score: key.score, reachedAt: key.reachedAt, name: key.name, id, company }
}

/** Counts the leading rows for which `isFirst` is true, by binary search. */
function countFirst(rows: Row[], isFirst: (row: Row) => boolean): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = rows[middle]
    if (row && isFirst(row)) low = middle + 1
    else high = middle
  }
  return low
}

const plainNames = new WeakMap<BoardCompany, string>()

/** Caches plain names: making 10,000 of them takes longer than searching them. */
function plainNameOf(company: BoardCompany): string {
  const name = plainNames.get(company) ?? plainText(company.name)
  plainNames.set(company, name)
  return name
}
