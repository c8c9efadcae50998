import { expect, test } from 'vitest'
import { runFuzz } from './run-fuzz.ts'

const atOnce = 8

test('3000 damaged requests over every call and role: no fault, and nobody waits', async () => {
  const { faults, figures } = await runFuzz({
    seed: 1,
    from: 0,
    requests: 3_000,
    atOnce,
    say: console.log,
  })

  expect(faults).toEqual([])
  expect(figures.sent).toBe(3_000)
  // That the generator reaches the depths: something of everything was answered.
  expect(Object.keys(figures.statuses).map(Number)).toEqual(
    expect.arrayContaining([200, 201, 400, 401, 403, 404, 405, 409, 413]),
  )
  expect(figures.health.answers).toBeGreaterThan(10)
})

test('a call that fails for one odd input and one that holds everybody up are found, and found again', async () => {
  const planted = { seed: 11, requests: 600, atOnce, preload: 'scripts/fuzz/planted-faults.mjs' }
  const { faults } = await runFuzz({ ...planted, from: 0 })

  const [failing] = faults.filter(({ what }) => what === 'answers 500').flatMap(({ requests }) => requests)
  const late = faults.filter(({ what }) => /^health answers after \d{3,} ms/.test(what))
  expect(failing?.sent.path).toContain('%00')
  expect(late.flatMap(({ requests }) => requests).map(({ sent }) => sent.method)).toContain('PUT')

  const again = await runFuzz({ ...planted, from: failing?.index ?? 0, requests: 1, atOnce: 1 })
  expect(again.faults).toMatchObject([{ what: 'answers 500', requests: [{ index: failing?.index }] }])
})
