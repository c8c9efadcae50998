import { expect, test } from 'vitest'
import { startWorld } from '#server/testing.ts'
import { ledger, someTasks, waitingProofs } from '../proofs/testing.ts'

/** A company with so many points, and an administrator who adjusts them. */
async function startWith(points: number, calories = 0) {
  const { root, acme, ...server } = await startWorld({ root: 'admin', acme: 'company' })
  const adjust = (change: { points: number; calories?: number }) =>
    root('POST', `/api/companies/${acme.companyId}/points`, { reason: 'A test of the limits', ...change })
  if (points !== 0 || calories !== 0) await adjust({ points, calories })
  const totals = async () => {
    const { totalPoints, totalCaloriesBurned } = (await root('GET', `/api/companies/${acme.companyId}`)).body
    return [totalPoints, totalCaloriesBurned]
  }
  return { server, root, acme, adjust, totals }
}

test('points are not adjusted below zero, and the answer says what is possible', async () => {
  const { adjust, totals } = await startWith(1_200, 300)

  const sentence = 'acme Ltd has 1,200 points: at most 1,200 can be deducted.'
  expect(await adjust({ points: -1_201 })).toMatchObject({
    status: 409,
    body: { code: 'points-below-zero', message: sentence, fields: { points: sentence } },
  })
  expect(await adjust({ points: 5, calories: -301 })).toMatchObject({
    status: 409,
    body: { fields: { calories: 'acme Ltd has 300 calories: at most 300 can be deducted.' } },
  })
  expect(await totals()).toEqual([1_200, 300])

  expect(await adjust({ points: -1_199, calories: -300 })).toMatchObject({ status: 201 })
  expect(await adjust({ points: -2 })).toMatchObject({
    body: { message: 'acme Ltd has 1 point: at most 1 can be deducted.' },
  })
  expect(await adjust({ points: -1 })).toMatchObject({ status: 201, body: { totalPoints: 0 } })
  expect(await adjust({ points: -1 })).toMatchObject({
    body: { message: 'acme Ltd has 0 points: nothing can be deducted.' },
  })
})

test('a total that a reversal brought below zero can be mended in steps, not made worse', async () => {
  const { server, root, acme, adjust, totals } = await startWith(0)
  const [id] = await waitingProofs(server, acme.companyId, (await someTasks(server, 3)).slice(2))
  await root('PATCH', `/api/proofs/${id}/review`, { status: 'approved' })
  await adjust({ points: -2 })
  expect(await root('POST', `/api/proofs/${id}/reopening`, { note: 'Looked again' })).toMatchObject({ status: 200 })
  expect(await totals()).toEqual([-2, 0])

  expect(await adjust({ points: -1 })).toMatchObject({ status: 409 })
  expect(await adjust({ points: 1 })).toMatchObject({ status: 201, body: { totalPoints: -1 } })
  expect((await ledger(server)).differences).toEqual([])
})
