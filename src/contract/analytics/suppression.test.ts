import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventFunnel } from './formulas.ts'
import { isHidden, shareOfPeople } from './suppression.ts'

test('a share is shown of five people, not of four', () => {
  expect([shareOfPeople(2, 4), shareOfPeople(2, 5), shareOfPeople(0, 0)]).toEqual([null, 0.4, null])
})

test('where nobody has registered or been approved the zeros are shown', () => {
  const nobody = { pending: 0, approved: 0, rejected: 0, checkedIn: 0 }

  expect(eventFunnel(nobody, true)).toMatchObject({ registered: 0, approved: 0, checkedIn: 0, noShows: 0 })
  expect(eventFunnel({ ...nobody, pending: 5 }, true)).toMatchObject({ approved: 0, checkedIn: 0, noShows: 0 })
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
