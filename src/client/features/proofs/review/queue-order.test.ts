import { expect, test } from 'vitest'
import type { PendingProof } from '#contract/proofs/endpoints.ts'
import { countDecided, countWaiting, mergeQueue, neighbourOf } from './queue-order.ts'

/** Submitted in the order of their letters. */
const proofs = ['a', 'b', 'c', 'd'].map(
  (id, hour) => ({ id, submittedAt: `2026-11-16T0${hour}:00:00.000Z` }) as PendingProof,
)
const [a, b, c, d] = proofs as [PendingProof, PendingProof, PendingProof, PendingProof]

test('a decided proof is gone and an undone one is back in its place before the server says so', () => {
  expect(mergeQueue([a, c, d], [b], ['c'])).toEqual([a, b, d])
  expect(countWaiting(3, [a, c, d], [b], ['c'])).toBe(3)
})

test('an undone proof that the server has announced already is there once', () => {
  expect(mergeQueue([a, b], [b], [])).toEqual([a, b])
  expect(countWaiting(70, [a, b], [b], [])).toBe(70)
})

test('decided today is right before and after the server says so, and again after an undo', () => {
  expect(countDecided(0, [a, b], [], ['a'], []), 'decided').toBe(1)
  expect(countDecided(1, [b], [], ['a'], []), 'the server knows').toBe(1)
  expect(countDecided(1, [b], [a], [], []), 'undone').toBe(0)
  expect(countDecided(0, [a, b], [a], [], []), 'the server knows that too').toBe(0)
})

test('a proof that is sent back for a fix is not decided yet, nor is it when that is undone', () => {
  expect(countDecided(4, [a, b], [], ['a'], ['a'])).toBe(4)
  expect(countDecided(4, [b], [a], [], ['a'])).toBe(4)
})

test('next and previous go around the end', () => {
  expect(neighbourOf(proofs, b)).toBe(c)
  expect(neighbourOf(proofs, b, -1)).toBe(a)
  expect(neighbourOf(proofs, d)).toBe(a)
  expect(neighbourOf(proofs, a, -1)).toBe(d)
})

test('next to a proof that has left the queue is the one that was submitted after it', () => {
  expect(neighbourOf([a, c, d], b)).toBe(c)
  expect(neighbourOf([a], b)).toBe(a)
  expect(neighbourOf([b], b)).toBeUndefined()
  expect(neighbourOf(proofs, undefined)).toBe(a)
})
