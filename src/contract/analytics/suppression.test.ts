import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventFunnel } from './formulas.ts'
import { isHidden, shareOfGroups, shareOfPeople, smallestGroup } from './suppression.ts'

test('a share is shown of five people, not of four', () => {
  expect([shareOfPeople(2, 4), shareOfPeople(2, 5), shareOfPeople(0, 0)]).toEqual([null, 0.4, null])
})

test('small groups are left out of a sum and counted', () => {
  const groups = [
    { part: 4, people: 8 },
    { part: 1, people: 2 },
    { part: 1, people: 2 },
  ]

  expect(shareOfGroups(groups)).toEqual({ part: 4, people: 8, share: 0.5, leftOut: 2 })
  // Together they would be enough, yet taking one of them out again would show the other.
  expect(shareOfGroups([...groups.slice(1), { part: 0, people: 4 }])).toMatchObject({ share: null, leftOut: 3 })
})

const someGroups = fc.array(
  fc.record({
    people: fc.nat(12),
    partOf: fc.double({ min: 0, max: 1, noNaN: true }),
    a: fc.boolean(),
    b: fc.boolean(),
  }),
  { maxLength: 12 },
)

test('no difference of two filters is a group of one to four people', () => {
  fc.assert(
    fc.property(someGroups, (drawn) => {
      const groups = drawn.map((one) => ({ ...one, part: Math.floor(one.people * one.partOf) }))
      const inBoth = shareOfGroups(groups.filter(({ a, b }) => a && b))
      for (const wider of [groups.filter(({ a }) => a), groups.filter(({ b }) => b), groups]) {
        const difference = shareOfGroups(wider).people - inBoth.people
        expect(difference === 0 || difference >= smallestGroup).toBe(true)
      }
    }),
  )
})

const few = fc.nat(12)

test('a share of an event that is hidden is the same page for every number it could be', () => {
  fc.assert(
    fc.property(few, few, few, fc.boolean(), (pending, approved, rejected, hasEnded) => {
      const registered = pending + approved + rejected
      const shown = (of: number, checkedIn: number) =>
        eventFunnel({ pending: registered - of, approved: of, rejected: 0, checkedIn }, hasEnded)
      const upTo = (most: number) => Array.from({ length: most + 1 }, (_, n) => n)
      if (isHidden(registered))
        expect(
          new Set(upTo(registered).flatMap((of) => upTo(of).map((came) => JSON.stringify(shown(of, came))))).size,
        ).toBe(1)
      if (isHidden(approved))
        expect(new Set(upTo(approved).map((came) => JSON.stringify(shown(approved, came)))).size).toBe(1)
    }),
  )
})
