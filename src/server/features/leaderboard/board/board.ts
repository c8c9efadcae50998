import { isDeepStrictEqual } from 'node:util'
import type { LeaderboardEntry, LeaderboardSummary } from '#contract/leaderboard/endpoints.ts'
import { compareKeys, compareScores, type OrderKey, orderKeyOf } from '#contract/leaderboard/rules.ts'
import { matchingPlain, plainText } from '#contract/text/matching.ts'
import type { BoardCompany, BoardRules } from './board-rules.ts'
import { type Row, RowIndex } from './row-index.ts'

/** A company that changed, was added or, without `company`, is no longer listed. */
export type CompanyChange = { id: string; company: BoardCompany | undefined }

/** Beyond this, sorting everything again takes less time than moving one company after the other. */
const fewChanges = 100

export function createBoard(rules: BoardRules, companies: BoardCompany[]): Board {
  const rows = companies.map((company) => toRow(rules, company))
  return new Board(rules, rows.sort(compareKeys))
}

/**
 * The companies of a board as a sorted array, whose positions and ranks are found by binary search. Immutable: a change
 * makes another board of the same rows.
 */
export class Board {
  readonly #rules: BoardRules
  readonly #rows: Row[]
  /** The rows that ranks are counted among: a search result has those of the whole board. */
  readonly #rankedAmong: Row[]
  /** Made when first needed. A change passes it on to the next board. */
  #index: RowIndex | undefined

  constructor(rules: BoardRules, ordered: Row[], rankedAmong = ordered, index?: RowIndex) {
    this.#rules = rules
    this.#rows = ordered
    this.#rankedAmong = rankedAmong
    this.#index = index
  }

  get size(): number {
    return this.#rows.length
  }

  /** The number of companies with a rank. They come first. */
  get rankedCount(): number {
    return countFirst(this.#rows, ({ score }) => score !== null)
  }

  get totals(): LeaderboardSummary['totals'] {
    const { points, caloriesBurned } = this.#indexRows()
    return { companies: this.size, points, caloriesBurned, leaderPoints: this.#rows[0]?.company.points ?? 0 }
  }

  /** Returns the same board if nothing changed. */
  with(changes: CompanyChange[]): Board {
    if (changes.length > fewChanges) return this.#sortWith(changes)
    const index = this.#indexRows()
    const rows = this.#rows.slice()
    let isChanged = false
    for (const { id, company } of changes) {
      const before = index.find(id)
      if (isDeepStrictEqual(before?.company, company)) continue
      isChanged = true
      const after = company && toRow(this.#rules, company)
      index.replace(before, after)
      if (before) rows.splice(countAhead(rows, before), 1)
      if (after) rows.splice(countAhead(rows, after), 0, after)
    }
    if (!isChanged) return this
    this.#index = undefined
    return new Board(this.#rules, rows, rows, index)
  }

  #sortWith(changes: CompanyChange[]): Board {
    const companies = new Map(this.#rows.map(({ id, company }) => [id, company]))
    for (const { id, company } of changes) {
      if (company) companies.set(id, company)
      else companies.delete(id)
    }
    return createBoard(this.#rules, [...companies.values()])
  }

  #indexRows(): RowIndex {
    this.#index ??= new RowIndex(this.#rows)
    return this.#index
  }

  /** All companies in the order of the board. */
  companies(): BoardCompany[] {
    return this.#rows.map(({ company }) => company)
  }

  companyOf(companyId: string): BoardCompany | undefined {
    return this.#indexRows().find(companyId)?.company
  }

  /** Undefined for a company that is not listed. */
  positionOf(companyId: string): number | undefined {
    const row = this.#indexRows().find(companyId)
    return row && countAhead(this.#rows, row)
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
    let rank = 0
    return this.#rows.slice(start, end).map((row, index, page) => {
      const above = page[index - 1]
      if (!above || compareScores(above, row) !== 0) rank = countBetter(this.#rankedAmong, row) + 1
      return this.#rules.toEntry(row.company, row.score === null ? null : rank)
    })
  }

  /** The positions of all companies that share the rank of this one; `end` is exclusive. */
  positionsOfRankAt(position: number): { start: number; end: number } {
    const own = this.#rows[position]
    if (!own) return { start: position, end: position }
    return {
      start: countBetter(this.#rows, own),
      end: countFirst(this.#rows, (row) => compareScores(row, own) <= 0),
    }
  }

  /** The companies whose name has every word, with their ranks on this board; this board without words. */
  search(typed = ''): Board {
    if (typed === '') return this
    const matches = matchingPlain(typed)
    const found = this.#rows.filter(({ company }) => matches(plainNameOf(company)))
    return new Board(this.#rules, found, this.#rows)
  }
}

function toRow({ scoreOf, isTieBrokenByTime }: BoardRules, company: BoardCompany): Row {
  const { id, name } = company
  const key = orderKeyOf({ id, name, reachedAt: isTieBrokenByTime ? company.reachedAt : null }, scoreOf(company))
  // List the fields: comparing objects made by spreading is several times slower.
  return { score: key.score, reachedAt: key.reachedAt, name: key.name, id, company }
}

const countBetter = (rows: Row[], own: Row) => countFirst(rows, (row) => compareScores(row, own) < 0)
const countAhead = (rows: Row[], place: OrderKey) => countFirst(rows, (row) => compareKeys(row, place) < 0)

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
