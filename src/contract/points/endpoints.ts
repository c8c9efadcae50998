import { z } from 'zod'
import { amount, count, id, instant, limits, listQuery, text, whole } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const params = z.object({ id })

/** The limits of one adjustment. */
export const adjustment = whole(-100_000, 100_000, { name: 'Points', outside: 'Must be between -100000 and 100000' })
export const adjustmentReason = text({ min: 3, max: limits.notes, message: 'Please give a reason' })

/** One ledger entry in the company's view. */
export const PointEntry = z.object({
  id: count,
  kind: z.enum(['approve', 'reverse', 'adjust']),
  points: amount,
  calories: amount,
  /** The effective moment: the submission of the proof, or the adjustment. */
  effectiveAt: instant,
  at: instant,
  reason: z.string().nullable(),
  taskTitle: z.string().nullable(),
  proofId: id.nullable(),
})
export type PointEntry = z.output<typeof PointEntry>

export const listPointEntries = endpoint({
  method: 'GET',
  path: '/companies/:id/points',
  access: 'signed-in',
  summary: 'Every change of the points of a company, the newest first',
  params,
  query: listQuery({ columns: ['at'], sort: 'at', limit: 100 }),
  reply: z.array(PointEntry),
})

export const adjustPoints = endpoint({
  method: 'POST',
  path: '/companies/:id/points',
  idempotent: true,
  access: 'administrator',
  summary: 'Add or deduct points and calories, with a reason that the company sees; never below zero',
  params,
  body: z.strictObject({
    points: adjustment,
    calories: adjustment.default(0),
    reason: adjustmentReason,
  }),
  reply: z.object({ totalPoints: amount, totalCaloriesBurned: amount }),
  status: 201,
  problems: ['points-below-zero'],
})
