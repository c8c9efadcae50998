import { findThirds, type Thirds } from '#contract/analytics/formulas.ts'
import { dayOf } from '#contract/analytics/period.ts'
import type { BoardKind } from '#contract/leaderboard/boards.ts'
import { type Division, divisionOf } from '#contract/leaderboard/divisions.ts'
import * as analytics from '#server/features/analytics/service.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { SignalCache } from '#server/platform/live/signal-cache.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Board, createBoard } from '../board/board.ts'
import { divisionRules, improvedRules, perPersonRules } from '../board/board-rules.ts'
import { concernsBoards, type OfficialBoard } from '../official-board.ts'
import * as store from './boards-store.ts'

/** A board with the details of its summary. */
export type SideBoard = {
  board: Board
  division?: Division
  divisions?: (Division & { companies: number })[]
  thirds?: Thirds | null
}

/** The side boards, made on demand from their companies and cached until these change. */
export class SideBoards {
  readonly #platform: Platform
  readonly #official: OfficialBoard
  readonly #divisions: SignalCache<Division[]>
  readonly #improved: SignalCache<SideBoard>
  readonly #perPersonOf = keepLast((official: Board) => createBoard(perPersonRules, official.companies()))
  readonly #divisionsOf = keepLast(sortIntoDivisions)
  #nextImproved: Promise<SideBoard> | undefined
  #lastImproved: Promise<unknown> = Promise.resolve()

  constructor(platform: Platform, official: OfficialBoard) {
    this.#platform = platform
    this.#official = official
    this.#divisions = new SignalCache(platform.signals, { endedBy: concernsBoards })
    this.#improved = new SignalCache(platform.signals, { endedBy: concernsBoards, most: 1 })
  }

  /** Without `division` it finds that of the company, or the first one. */
  async find(
    kind: Exclude<BoardKind, 'official'>,
    division: string | undefined,
    companyId: string | null,
  ): Promise<SideBoard> {
    if (kind === 'improved') return this.#findImproved()
    const official = await this.#official.read()
    return kind === 'per-person'
      ? { board: this.#perPersonOf(official) }
      : this.#findDivision(official, division, companyId)
  }

  async #findDivision(official: Board, key: string | undefined, companyId: string | null): Promise<SideBoard> {
    const divisions = await this.#divisions.read('divisions', () => store.divisions(this.#platform.db))
    const company = companyId ? official.companyOf(companyId) : undefined
    const suggested = company ? divisionOf(divisions, company.teamSize) : divisions[0]
    const boards = this.#divisionsOf(official, divisions)
    const chosen = boards.find(({ division }) => division.key === (key ?? suggested?.key))
    if (!chosen) throw new Problem('invalid-input', { fields: { division: 'There is no such division' } })
    return { ...chosen, divisions: boards.map(({ division, board }) => ({ ...division, companies: board.size })) }
  }

  #findImproved(): Promise<SideBoard> {
    // Use the day as cache key: at midnight the completed days change without a signal.
    return this.#improved.read(this.#findToday(), () => (this.#nextImproved ??= this.#makeImproved()))
  }

  /** Reads all days of all companies, one reading at a time. Readers that arrive during one share the next. */
  async #makeImproved(): Promise<SideBoard> {
    await this.#lastImproved
    this.#nextImproved = undefined
    const made = this.#compareThirds()
    this.#lastImproved = made.catch(() => undefined)
    return made
  }

  async #compareThirds(): Promise<SideBoard> {
    const thirds = findThirds(await analytics.challengePeriod(this.#platform), this.#findToday())
    const points = thirds ? await store.pointsInThirds(this.#platform.db, thirds) : undefined
    const companies = (await this.#official.read()).companies().map((company) => ({
      ...company,
      thirds: points && (points.get(company.id) ?? { first: 0, last: 0 }),
    }))
    return { board: createBoard(improvedRules, companies), thirds: thirds ?? null }
  }

  #findToday(): string {
    const { clock, config } = this.#platform
    return dayOf(clock.now(), config.timeZone)
  }
}

function sortIntoDivisions(official: Board, divisions: Division[]) {
  return divisions.map((division) => {
    const members = official.companies().filter(({ teamSize }) => divisionOf(divisions, teamSize) === division)
    return { division, board: createBoard(divisionRules, members) }
  })
}

/** Memoizes the last output until an input is another object. */
function keepLast<Inputs extends object[], Output>(compute: (...inputs: Inputs) => Output) {
  let last: { inputs: Inputs; output: Output } | undefined
  return (...inputs: Inputs): Output => {
    if (!last?.inputs.every((input, index) => input === inputs[index])) last = { inputs, output: compute(...inputs) }
    return last.output
  }
}
