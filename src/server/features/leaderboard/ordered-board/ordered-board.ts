import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { compareKeys, compareScores, type OrderKey, orderKeyOf } from '#contract/leaderboard/rules.ts'
import type { BoardCompany, BoardRules } from './board-rules.ts'

/** A company that changed, was added or is no longer listed. */
export type CompanyChange<Company extends BoardCompany = BoardCompany> = { id: string; company: Company | undefined }

type Row<Company> = { readonly key: OrderKey; readonly company: Company }

export type BoardSnapshot = Pick<OrderedBoard, 'version' | 'size' | 'entries'>

/** A board of any kind, to be read. */
export type ReadableBoard = Omit<OrderedBoard, 'replaceAll' | 'apply' | 'companies' | 'companyOf'>

/** Beyond this, sorting once costs less than moving one company after the other. */
const fewChanges = 1_000

/** Tells which positions have another content now; `end` is not one of them. */
type OnMoved = (start: number, end: number) => void

/**
 * All listed companies in the order of the board, moved one by one. Position and rank are found by binary search. A sorted array:
 * moving one of 100,000 companies shifts pointers for less than half a millisecond, which a tree is not worth.
 */
export class OrderedBoard<Company extends BoardCompany = BoardCompany> {
  #rows: Row<Company>[] = []
  #byId = new Map<string, Row<Company>>()
  #points = 0
  #calories = 0
  #version = 0
  readonly #rules: BoardRules<Company>
  readonly #onMoved: OnMoved

  constructor(rules: BoardRules<Company>, onMoved: OnMoved = () => undefined) {
    this.#rules = rules
    this.#onMoved = onMoved
  }

  /** Another number after every change. */
  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#rows.length
  }

  get totals() {
    return {
      companies: this.size,
      points: this.#points,
      caloriesBurned: this.#calories,
      leaderPoints: this.#rows[0]?.company.points ?? 0,
    }
  }

  /** How many companies have a rank: they are the first. */
  get rankedCount(): number {
    return this.#firstNotBefore({ score: null, reachedAt: null }, compareScores)
  }

  replaceAll(companies: Company[]) {
    this.#rows = companies.map((company) => this.#toRow(company)).sort(byKey)
    this.#byId = new Map(this.#rows.map((row) => [row.company.id, row]))
    this.#points = companies.reduce((sum, { points }) => sum + points, 0)
    this.#calories = companies.reduce((sum, { caloriesBurned }) => sum + caloriesBurned, 0)
    this.#version++
    this.#onMoved(0, Number.POSITIVE_INFINITY)
  }

  /** Everything or nothing of it is seen: nobody reads in between. */
  apply(changes: CompanyChange<Company>[]) {
    const latest = new Map(changes.map((change) => [change.id, change]))
    const real = [...latest.values()].filter(({ id, company }) => !isSame(this.#byId.get(id)?.company, company))
    if (real.length === 0) return
    if (real.length > fewChanges) {
      const changed = new Set(real.map(({ id }) => id))
      const kept = this.#rows.filter(({ company }) => !changed.has(company.id)).map(({ company }) => company)
      return this.replaceAll([...kept, ...real.flatMap(({ company }) => company ?? [])])
    }
    for (const { id, company } of real) this.#change(id, company)
    this.#version++
  }

  /** In order. */
  companies(): Company[] {
    return this.#rows.map(({ company }) => company)
  }

  companyOf(id: string): Company | undefined {
    return this.#byId.get(id)?.company
  }

  positionOf(id: string): number | undefined {
    const row = this.#byId.get(id)
    return row && this.#firstNotBefore(row.key, compareKeys)
  }

  /** Where the companies behind this place begin, whether or not somebody stands on it. */
  positionAfter(key: OrderKey): number {
    const position = this.#firstNotBefore(key, compareKeys)
    const at = this.#rows[position]
    return at && compareKeys(at.key, key) === 0 ? position + 1 : position
  }

  keyAt(position: number): OrderKey | undefined {
    return this.#rows[position]?.key
  }

  rankAt(position: number): number | null {
    const row = this.#rows[position]
    return row && row.key.score !== null ? this.#firstNotBefore(row.key, compareScores) + 1 : null
  }

  entryAt(position: number): LeaderboardEntry | undefined {
    return position < 0 ? undefined : this.entries(position, position + 1)[0]
  }

  /** Entries of these positions, with the ranks they have on the whole board. */
  entries(start = 0, end = this.size): LeaderboardEntry[] {
    let rank = this.rankAt(start)
    return this.#rows.slice(start, end).map(({ key, company }, offset) => {
      const above = offset > 0 ? this.#rows[start + offset - 1] : undefined
      if (above && compareScores(above.key, key) !== 0) rank = start + offset + 1
      return this.#rules.toEntry(company, key.score === null ? null : rank)
    })
  }

  /** The companies on the same rank as this position. */
  tieAt(position: number): { start: number; end: number } {
    const row = this.#rows[position]
    if (!row) return { start: position, end: position }
    return {
      start: this.#firstNotBefore(row.key, compareScores),
      end: this.#firstAfter(row.key, compareScores),
    }
  }

  /** Positions of companies for which it is true, in order. */
  positionsWhere(isWanted: (company: Company) => boolean): number[] {
    const found: number[] = []
    for (const [position, { company }] of this.#rows.entries()) if (isWanted(company)) found.push(position)
    return found
  }

  /** The board of this moment: later changes leave it alone. */
  snapshot(): BoardSnapshot {
    const copy = new OrderedBoard(this.#rules)
    copy.#rows = this.#rows.slice()
    copy.#version = this.#version
    return copy
  }

  #change(id: string, company: Company | undefined) {
    const old = this.#byId.get(id)
    const from = this.positionOf(id)
    if (old && from !== undefined) {
      this.#rows.splice(from, 1)
      this.#byId.delete(id)
      this.#count(old.company, -1)
    }
    if (!company) return this.#onMoved(from ?? 0, Number.POSITIVE_INFINITY)
    const row = this.#toRow(company)
    const to = this.#firstNotBefore(row.key, compareKeys)
    this.#rows.splice(to, 0, row)
    this.#byId.set(id, row)
    this.#count(company, 1)
    if (from === undefined) this.#onMoved(to, Number.POSITIVE_INFINITY)
    else this.#onMoved(Math.min(from, to), Math.max(from, to) + 1)
  }

  #toRow(company: Company): Row<Company> {
    const { scoreOf, isTieBrokenByTime } = this.#rules
    const reachedAt = isTieBrokenByTime ? company.reachedAt : null
    return { key: orderKeyOf({ ...company, reachedAt }, scoreOf(company)), company }
  }

  #count({ points, caloriesBurned }: BoardCompany, sign: 1 | -1) {
    this.#points += sign * points
    this.#calories += sign * caloriesBurned
  }

  #firstNotBefore<K>(key: K, compare: (one: OrderKey, other: K) => number): number {
    return this.#search((row) => compare(row.key, key) < 0)
  }

  #firstAfter<K>(key: K, compare: (one: OrderKey, other: K) => number): number {
    return this.#search((row) => compare(row.key, key) <= 0)
  }

  #search(isBefore: (row: Row<Company>) => boolean): number {
    let [low, high] = [0, this.#rows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const row = this.#rows[middle]
      if (row && isBefore(row)) low = middle + 1
      else high = middle
    }
    return low
  }
}

const byKey = (one: Row<BoardCompany>, other: Row<BoardCompany>) => compareKeys(one.key, other.key)

function isSame<Company extends BoardCompany>(one: Company | undefined, other: Company | undefined): boolean {
  if (!one || !other) return one === other
  return (Object.keys(one) as (keyof Company)[]).every((field) => one[field] === other[field])
}
