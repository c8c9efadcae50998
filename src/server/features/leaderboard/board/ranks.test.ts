import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBoard } from './board.ts'
import { officialRules } from './board-rules.ts'

const company = { logoUrl: null, brandingColor: '#0c677b', caloriesBurned: 0, teamSize: 12, perPersonMillionths: 0 }
type Total = { id: string; points: number; reachedAt: string | null }

const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 8, minute)).toISOString()
const total = (id: string, points: number, minute = 0): Total => ({
  id,
  points,
  reachedAt: points > 0 ? at(minute) : null,
})
/** Named by their ids, so that equal ranks are in the order of these. */
const officialBoard = (totals: Total[]) =>
  createBoard(
    officialRules,
    totals.map((each) => ({ ...company, ...each, name: each.id })),
  ).entries()
const officialRanks = (totals: Total[]) => officialBoard(totals).map(({ rank }) => rank)

describe('ranks', () => {
  test('count from one, most points first', () => {
    expect(officialRanks([total('a', 30), total('b', 20), total('c', 10)])).toEqual([1, 2, 3])
  })

  test('on equal points whoever reached them first is ahead', () => {
    expect(officialRanks([total('a', 30, 1), total('b', 30, 2)])).toEqual([1, 2])
  })

  test('are shared on equal points at the same moment, and the next one is skipped', () => {
    expect(officialRanks([total('a', 30), total('b', 20), total('c', 20), total('d', 10)])).toEqual([1, 2, 2, 4])
  })

  test('are not given without points', () => {
    expect(officialRanks([total('a', 30), total('b', 0), total('c', -5)])).toEqual([1, null, null])
    expect(officialRanks([])).toEqual([])
  })
})

const proof = fc.record({
  company: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  points: fc.constantFrom(10, 20, 50),
  submitted: fc.integer({ min: 0, max: 5 }),
})
type Proof = { company: string; points: number; submitted: number }

/** The board after these approvals, taken one after another as a reviewer does. */
function boardAfter(approvals: Proof[]) {
  const totals = new Map(['a', 'b', 'c', 'd', 'e'].map((id) => [id, { points: 0, submitted: 0 }]))
  for (const { company, points, submitted } of approvals) {
    const before = totals.get(company) ?? { points: 0, submitted: 0 }
    totals.set(company, { points: before.points + points, submitted: Math.max(before.submitted, submitted) })
  }
  return officialBoard([...totals].map(([id, { points, submitted }]) => total(id, points, submitted)))
}

const approvedInTwoOrders = fc
  .array(proof, { maxLength: 30 })
  .chain((proofs) =>
    fc.tuple(fc.constant(proofs), fc.shuffledSubarray(proofs, { minLength: proofs.length, maxLength: proofs.length })),
  )

test('the order of reviewing never decides', () => {
  fc.assert(
    fc.property(approvedInTwoOrders, ([one, other]) => {
      expect(boardAfter(other)).toEqual(boardAfter(one))
    }),
  )
})

test('a rank is one more than the companies that are ahead; equal ranks have equal totals', () => {
  fc.assert(
    fc.property(fc.array(proof, { maxLength: 30 }), (proofs) => {
      const board = boardAfter(proofs)
      for (const entry of board) {
        const ahead = board.filter(
          ({ points, reachedAt }) =>
            points > entry.points || (points === entry.points && (reachedAt ?? '') < (entry.reachedAt ?? '')),
        )
        expect(entry.rank).toBe(entry.points > 0 ? ahead.length + 1 : null)
      }
    }),
  )
})
