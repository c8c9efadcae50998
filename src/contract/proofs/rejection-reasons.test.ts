import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findRejectionReasons, otherReason, rejectionReasons, writeRejectionNote } from './rejection-reasons.ts'

test('the reasons that were picked are found in the note, own words only as such', () => {
  expect(findRejectionReasons('Wrong task')).toEqual(['Wrong task'])
  expect(findRejectionReasons('The activity is not visible. Wrong task. Ask Ada')).toEqual([
    'The activity is not visible',
    'Wrong task',
    'Other',
  ])
  expect(findRejectionReasons('Wrong tasks, all of them')).toEqual(['Other'])
  expect([findRejectionReasons(''), findRejectionReasons(null), findRejectionReasons(undefined)]).toEqual([[], [], []])
})

test('whatever is picked and written is found again', () => {
  const ownWords = fc.constantFrom('', 'Please stand closer.', 'See you. Wrong day')
  fc.assert(
    fc.property(fc.subarray([...rejectionReasons]), ownWords, (picked, own) => {
      const expected = own ? [...picked, otherReason] : picked
      expect(findRejectionReasons(writeRejectionNote(picked, own))).toEqual(expected)
    }),
  )
})
