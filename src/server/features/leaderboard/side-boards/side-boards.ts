import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { findThirds, type Thirds } from '#contract/analytics/formulas.ts'
import { dayOf } from '#contract/analytics/period.ts'
import type { BoardKind } from '#contract/leaderboard/boards.ts'
import { type Division, divisionOf } from '#contract/leaderboard/divisions.ts'
import * as analytics from '#server/features/analytics/service.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { SignalCache } from '#server/platform/live/signal-cache.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  type BoardCompany,
  type ComparedCompany,
  divisionRules,
  improvedRules,
  perPersonRules,
} from '../ordered-board/board-rules.ts'
import { BoardView, type ReadableView } from '../ordered-board/board-view.ts'
import type { CompanyChange, OrderedBoard } from '../ordered-board/ordered-board.ts'
import { largeBoard, pauseForLargeBoards } from '../ordered-board/whole-board.ts'
import * as store from './boards-store.ts'

/** A board beside the official one, with what is told about it. */
export type SideBoard = {
  view: ReadableView
  division?: Division
  divisions?: (Division & { companies: number })[]
  thirds?: Thirds | null
}

type Improved = Required<Pick<SideBoard, 'view' | 'thirds'>>
type Divisions = { divisions: Division[]; views: Map<string, BoardView> }

/**
 * The boards beside the official one. Each is made when somebody first asks for it; those that are made from companies alone are
 * brought forward with the official board, the improved one is made again from the days when something changed.
 */
export class SideBoards {
  readonly #platform: Platform
  readonly #official: OrderedBoard
  readonly #bands: SignalCache<Division[]>
  readonly #improved: SignalCache<Improved>
  #perPerson: BoardView | undefined
  #byDivision: Divisions | undefined
  #nextImproved: Promise<Improved> | undefined
  #comparing: Promise<unknown> = Promise.resolve()
  #comparedAt = Number.NEGATIVE_INFINITY
  #today = { second: Number.NaN, day: '' }

  constructor(platform: Platform, official: OrderedBoard) {
    this.#platform = platform
    this.#official = official
    const endedBy = ({ topics }: { topics?: string[] }) => topics?.includes('leaderboard') ?? false
    this.#bands = new SignalCache(platform.signals, { endedBy })
    this.#improved = new SignalCache(platform.signals, { endedBy, most: 1 })
  }

  /** At once where it is known: a promise per request costs as much as sending it. */
  find(
    kind: Exclude<BoardKind, 'official'>,
    division?: string,
    companyId?: string | null,
  ): SideBoard | Promise<SideBoard> {
    if (kind === 'improved') return this.#findImproved()
    if (kind === 'division') return this.#findDivision(division, companyId)
    this.#perPerson ??= new BoardView(perPersonRules, this.#official.companies())
    return { view: this.#perPerson }
  }

  /** With the official board: whatever it was given, these are given too. */
  apply(changes: CompanyChange[]) {
    this.#perPerson?.board.apply(changes)
    const { divisions, views } = this.#byDivision ?? { divisions: [], views: new Map<string, BoardView>() }
    for (const [key, { board }] of views)
      board.apply(
        changes.map(({ id, company }) => ({ id, company: isIn(divisions, key, company) ? company : undefined })),
      )
  }

  replaceAll(companies: BoardCompany[]) {
    this.#perPerson?.board.replaceAll(companies)
    if (this.#byDivision) this.#byDivision = sortIntoDivisions(this.#byDivision.divisions, companies)
  }

  #findDivision(wanted: string | undefined, companyId: string | null | undefined): SideBoard | Promise<SideBoard> {
    const divisions = this.#bands.read('divisions', () => store.divisions(this.#platform.db))
    return divisions instanceof Promise
      ? divisions.then((read) => this.#chooseDivision(read, wanted, companyId))
      : this.#chooseDivision(divisions, wanted, companyId)
  }

  #chooseDivision(divisions: Division[], wanted: string | undefined, companyId: string | null | undefined): SideBoard {
    if (!this.#byDivision || !isDeepStrictEqual(this.#byDivision.divisions, divisions))
      this.#byDivision = sortIntoDivisions(divisions, this.#official.companies())
    const { views } = this.#byDivision
    const own = companyId ? this.#official.companyOf(companyId) : undefined
    const usual = own ? divisionOf(divisions, own.teamSize) : divisions[0]
    const division = wanted === undefined ? usual : divisions.find(({ key }) => key === wanted)
    const view = division && views.get(division.key)
    if (!view) throw new Problem('invalid-input', { fields: { division: 'There is no such division' } })
    return {
      view,
      division,
      divisions: divisions.map((each) => ({ ...each, companies: views.get(each.key)?.board.size ?? 0 })),
    }
  }

  #findImproved(): SideBoard | Promise<SideBoard> {
    // At midnight the days so far are others, and nobody announces it.
    return this.#improved.read(this.#findToday(), () => (this.#nextImproved ??= this.#makeImproved()))
  }

  /** Once a second: days begin with a whole one, and writing a date takes as long as sending a page. */
  #findToday(): string {
    const { clock, config } = this.#platform
    const now = clock.now()
    const second = Math.floor(now.getTime() / 1_000)
    if (this.#today.second !== second) this.#today = { second, day: dayOf(now, config.timeZone) }
    return this.#today.day
  }

  /** Reads every day of every company: with many of them at most once a second. Whoever asks meanwhile waits for the next one. */
  async #makeImproved(): Promise<Improved> {
    await this.#comparing
    const wait = this.#official.size > largeBoard ? this.#comparedAt + pauseForLargeBoards - performance.now() : 0
    if (wait > 0) await setTimeout(wait, undefined, { ref: false })
    // From here on its content is decided: who comes later and has seen another change waits for another one.
    this.#nextImproved = undefined
    this.#comparedAt = performance.now()
    const comparing = this.#compareDays()
    this.#comparing = comparing.catch(() => undefined)
    return comparing
  }

  async #compareDays(): Promise<Improved> {
    const thirds = findThirds(await analytics.challengePeriod(this.#platform), this.#findToday())
    const points = thirds ? await store.pointsInThirds(this.#platform.db, thirds) : undefined
    const companies = this.#official.companies().map((company): ComparedCompany => {
      const { firstThird, lastThird } = points?.get(company.id) ?? { firstThird: 0, lastThird: 0 }
      return { ...company, firstThird: points ? firstThird : null, lastThird: points ? lastThird : null }
    })
    return { view: new BoardView(improvedRules, companies), thirds: thirds ?? null }
  }
}

const isIn = (divisions: Division[], key: string, company: BoardCompany | undefined) =>
  company !== undefined && divisionOf(divisions, company.teamSize)?.key === key

function sortIntoDivisions(divisions: Division[], companies: BoardCompany[]): Divisions {
  const members = (key: string) => companies.filter((company) => isIn(divisions, key, company))
  return {
    divisions,
    views: new Map(divisions.map(({ key }) => [key, new BoardView(divisionRules, members(key))])),
  }
}
