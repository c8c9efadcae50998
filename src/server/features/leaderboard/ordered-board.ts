import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { compareKeys, compareTotals, type OrderKey, orderKeyOf } from '#contract/leaderboard/rules.ts'

/** A company as the board shows it; its rank follows from the others. */
export type BoardCompany = Omit<LeaderboardEntry, 'rank'>
/** A company that changed, was added or is no longer listed. */
export type CompanyChange = { id: string; company: BoardCompany | undefined }

type Row = { readonly key: OrderKey; readonly company: BoardCompany }

export type BoardSnapshot = Pick<OrderedBoard, 'version' | 'size' | 'entries'>

/** Beyond this, sorting once costs less than moving one company after the other. */
const fewChanges = 1_000

/** Tells which positions have another content now; `end` is not one of them. */
type OnMoved = (start: number, end: number) => void

/**
 * All listed companies in the order of the board, moved one by one. Position and rank are found by binary search. A sorted array:
 * moving one of 100,000 companies shifts pointers for less than half a millisecond, which a tree is not worth.
 */
export class OrderedBoard {
  #rows: Row[] = []
  #byId = new Map<string, Row>()
  #points = 0
  #calories = 0
  #version = 0
  readonly #onMoved: OnMoved

  constructor(onMoved: OnMoved = () => undefined) {
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

  /** How many companies have points, and with them a rank: they are the first. */
  get rankedCount(): number {
    return this.#firstNotBefore({ points: 0, reachedAt: null }, compareTotals)
  }

  replaceAll(companies: BoardCompany[]) {
    this.#rows = companies.map(toRow).sort(byKey)
    this.#byId = new Map(this.#rows.map((row) => [row.company.id, row]))
    this.#points = companies.reduce((sum, { points }) => sum + points, 0)
    this.#calories = companies.reduce((sum, { caloriesBurned }) => sum + caloriesBurned, 0)
    this.#version++
    this.#onMoved(0, Number.POSITIVE_INFINITY)
  }

  /** Everything or nothing of it is seen: nobody reads in between. */
  apply(changes: CompanyChange[]) {
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
    return row && row.company.points > 0 ? this.#firstNotBefore(row.key, compareTotals) + 1 : null
  }

  entryAt(position: number): LeaderboardEntry | undefined {
    return position < 0 ? undefined : this.entries(position, position + 1)[0]
  }

  /** Entries of these positions, with the ranks they have on the whole board. */
  entries(start = 0, end = this.size): LeaderboardEntry[] {
    let rank = this.rankAt(start)
    return this.#rows.slice(start, end).map(({ key, company }, offset) => {
      const above = offset > 0 ? this.#rows[start + offset - 1] : undefined
      if (above && compareTotals(above.key, key) !== 0) rank = start + offset + 1
      return toEntry(company, company.points > 0 ? rank : null)
    })
  }

  /** The companies on the same rank as this position. */
  tieAt(position: number): { start: number; end: number } {
    const row = this.#rows[position]
    if (!row) return { start: position, end: position }
    return {
      start: this.#firstNotBefore(row.key, compareTotals),
      end: this.#firstAfter(row.key, compareTotals),
    }
  }

  /** Positions of companies for which it is true, in order. */
  positionsWhere(isWanted: (company: BoardCompany) => boolean): number[] {
    const found: number[] = []
    for (const [position, { company }] of this.#rows.entries()) if (isWanted(company)) found.push(position)
    return found
  }

  /** The board of this moment: later changes leave it alone. */
  snapshot(): BoardSnapshot {
    const copy = new OrderedBoard()
    copy.#rows = this.#rows.slice()
    copy.#version = this.#version
    return copy
  }

  #change(id: string, company: BoardCompany | undefined) {
    const old = this.#byId.get(id)
    const from = this.positionOf(id)
    if (old && from !== undefined) {
      this.#rows.splice(from, 1)
      this.#byId.delete(id)
      this.#count(old.company, -1)
    }
    if (!company) return this.#onMoved(from ?? 0, Number.POSITIVE_INFINITY)
    const row = toRow(company)
    const to = this.#firstNotBefore(row.key, compareKeys)
    this.#rows.splice(to, 0, row)
    this.#byId.set(id, row)
    this.#count(company, 1)
    if (from === undefined) this.#onMoved(to, Number.POSITIVE_INFINITY)
    else this.#onMoved(Math.min(from, to), Math.max(from, to) + 1)
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

  #search(isBefore: (row: Row) => boolean): number {
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

const toRow = (company: BoardCompany): Row => ({ key: orderKeyOf(company), company })
const byKey = (one: Row, other: Row) => compareKeys(one.key, other.key)

/** Written out: the order of the fields is what readers have always got. */
function toEntry(company: BoardCompany, rank: number | null): LeaderboardEntry {
  const { id, name, logoUrl, brandingColor, points, caloriesBurned, reachedAt } = company
  return { id, name, logoUrl, brandingColor, points, caloriesBurned, reachedAt, rank }
}

function isSame(one: BoardCompany | undefined, other: BoardCompany | undefined): boolean {
  if (!one || !other) return one === other
  return (Object.keys(one) as (keyof BoardCompany)[]).every((field) => one[field] === other[field])
}
