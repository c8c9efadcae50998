import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CompanyChange, createBoard } from './board.ts'
import { type BoardCompany, officialRules } from './board-rules.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 8, minute)).toISOString()

const company = (n: number, points: number, minute: number, name = `Company ${n}`): BoardCompany => ({
  id: id(n),
  name,
  logoUrl: null,
  brandingColor: '#0c677b',
  points,
  caloriesBurned: Math.abs(points) * 3,
  reachedAt: points > 0 ? at(minute) : null,
  teamSize: 12,
  perPersonMillionths: 0,
})

/** What the board must be: sorted anew by the specified rule, each rank counted on its own. */
function plainlySorted(companies: BoardCompany[]) {
  const isAhead = (one: BoardCompany, other: BoardCompany) =>
    Math.max(one.points, 0) > Math.max(other.points, 0) ||
    (one.points > 0 && one.points === other.points && (one.reachedAt ?? '') < (other.reachedAt ?? ''))
  return [...companies]
    .sort((one, other) => {
      if (isAhead(one, other)) return -1
      if (isAhead(other, one)) return 1
      const [a, b] = [`${one.name.toLowerCase()} ${one.id}`, `${other.name.toLowerCase()} ${other.id}`]
      return a < b ? -1 : 1
    })
    .map((company) => {
      const { teamSize: _, perPersonMillionths: __, ...entry } = company
      return {
        ...entry,
        rank: entry.points > 0 ? companies.filter((other) => isAhead(other, company)).length + 1 : null,
      }
    })
}

/** Few companies, points and minutes: ties are what goes wrong. */
const change = fc.record({
  n: fc.integer({ min: 0, max: 14 }),
  points: fc.integer({ min: -1, max: 4 }),
  minute: fc.integer({ min: 0, max: 2 }),
  name: fc.constantFrom('Reef Runners', 'acme', 'Zorg', 'Ábaco'),
  isListed: fc.boolean(),
})
type Change = { n: number; points: number; minute: number; name: string; isListed: boolean }
const batches = fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { maxLength: 25 })

const toChange = ({ n, points, minute, name, isListed }: Change): CompanyChange => ({
  id: id(n),
  company: isListed ? company(n, points, minute, name) : undefined,
})

test('after any changes the board is what sorting everything anew gives', () => {
  fc.assert(
    fc.property(batches, (all) => {
      let board = createBoard(officialRules, [])
      const listed = new Map<string, BoardCompany>()
      for (const batch of all) {
        const changes = batch.map(toChange)
        board = board.with(changes)
        for (const { id, company } of changes) {
          if (company) listed.set(id, company)
          else listed.delete(id)
        }
        const expected = plainlySorted([...listed.values()])

        expect(board.entries()).toEqual(expected)
        expect(board.size).toBe(expected.length)
        expect(board.rankedCount).toBe(expected.filter(({ rank }) => rank !== null).length)
        expect(board.totals.points).toBe(expected.reduce((sum, { points }) => sum + points, 0))
        for (const [position, entry] of expected.entries()) {
          expect(board.positionOf(entry.id)).toBe(position)
          expect(board.entryAt(position)).toEqual(entry)
        }
      }
    }),
  )
})

describe('a change', () => {
  const hundreds = Array.from({ length: 400 }, (_, n) => company(n, 1_000 - n, 0))

  test('leaves the board alone that others are still reading', () => {
    const board = createBoard(officialRules, hundreds)
    const before = board.entries()

    const after = board.with([{ id: id(250), company: company(250, 850, 0, 'Riser') }])

    expect(board.entries()).toEqual(before)
    expect(after.positionOf(id(250))).toBe(151)
  })

  test('of very many companies at once gives the same order as one after the other', () => {
    const empty = createBoard(officialRules, [])
    const changes = Array.from({ length: 3_000 }, (_, n) => ({
      id: id(n),
      company: company(n, (n * 7919) % 97, n % 5),
    }))

    const atOnce = empty.with(changes)
    const single = changes.reduce((board, change) => board.with([change]), empty)

    expect(atOnce.entries()).toEqual(single.entries())
  })

  test('that changes nothing makes no new board', () => {
    const board = createBoard(officialRules, hundreds)

    const same = board.with([
      { id: id(3), company: company(3, 997, 0) },
      { id: id(999), company: undefined },
    ])

    expect(same).toBe(board)
  })
})
