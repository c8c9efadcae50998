import { expect, test } from 'vitest'
import { startServer } from '#server/testing.ts'
import { findPlaceInDivision } from '../service.ts'
import { placesOf, startWithCompanies } from '../testing.ts'

test('divisions: each company is ranked among companies of its size, whoever asks for which', async () => {
  const { give, read, made, admin } = await startWithCompanies({ s1: 10, s2: 49, m1: 50, m2: 249, l1: 250 })
  for (const [name, points] of [
    ['s1', 10],
    ['s2', 20],
    ['m1', 300],
    ['m2', 40],
    ['l1', 50],
  ] as const)
    await give(name, points)

  expect(placesOf(await read('board=division', made.s1))).toEqual([
    ['s2', 1, 20, 49],
    ['s1', 2, 10, 10],
  ])
  expect(placesOf(await read('board=division&division=50-249', made.s1))).toEqual([
    ['m1', 1, 300, 50],
    ['m2', 2, 40, 249],
  ])
  const summary = (await made.l1?.('GET', '/api/leaderboard/summary?board=division'))?.body
  expect(summary).toMatchObject({
    division: { key: '250-up', name: 'Large', from: 250, to: null },
    divisions: [{ companies: 2 }, { companies: 2 }, { companies: 1 }],
    own: { entry: { rank: 1 } },
    totals: { companies: 1, points: 50 },
  })
  expect(await admin('GET', '/api/leaderboard?board=division&division=nothing')).toMatchObject({ status: 400 })
  expect(await admin('GET', '/api/leaderboard?board=official&division=1-49')).toMatchObject({ status: 400 })
})

test('a company that grows is ranked in its new division at once', async () => {
  const { give, setSize, read, made } = await startWithCompanies({ acme: 10, zorg: 60 })
  await give('acme', 10)
  await give('zorg', 5)
  expect(placesOf(await read('board=division', made.acme))).toEqual([['acme', 1, 10, 10]])

  await setSize('acme', 70)

  expect(placesOf(await read('board=division', made.acme))).toEqual([
    ['acme', 1, 10, 70],
    ['zorg', 2, 5, 60],
  ])
  expect(await read('board=division&division=1-49')).toEqual([])
})

test('an administrator sets the divisions, which is logged and shown at once', async () => {
  const { give, read, made, admin } = await startWithCompanies({ acme: 10, zorg: 60 })
  await give('zorg', 5)
  expect(placesOf(await read('board=division', made.acme))).toEqual([['acme', null, 0, 10]])
  const divisions = [
    { name: 'Crews', from: 1 },
    { name: 'Fleets', from: 100 },
  ]

  const reply = await admin('PATCH', '/api/leaderboard/divisions', { divisions })

  expect(reply.body).toEqual([
    { key: '1-99', name: 'Crews', from: 1, to: 99 },
    { key: '100-up', name: 'Fleets', from: 100, to: null },
  ])
  expect((await made.acme?.('GET', '/api/leaderboard/divisions'))?.body).toEqual(reply.body)
  expect((await read('board=division', made.acme)).map(({ name }) => name)).toEqual(['zorg Ltd', 'acme Ltd'])
  expect((await admin('GET', '/api/admin/audit')).body[0]).toMatchObject({
    action: 'changed the divisions of',
    after: { '1-99': 'Crews', '100-up': 'Fleets' },
  })
})

test.each([
  ['none', []],
  ['a first one that leaves out the smallest teams', [{ name: 'A', from: 2 }]],
  [
    'two that begin with the same size',
    [
      { name: 'A', from: 1 },
      { name: 'B', from: 1 },
    ],
  ],
  [
    'two of the same name',
    [
      { name: 'A', from: 1 },
      { name: 'a', from: 9 },
    ],
  ],
])('divisions are refused with a sentence: %s', async (_, divisions) => {
  const { anAdmin } = await startServer()
  const reply = await (await anAdmin())('PATCH', '/api/leaderboard/divisions', { divisions })

  expect(reply).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
})

test('a report finds the division of a company and its place in it, also at an equal total', async () => {
  const { give, idOf, admin, db } = await startWithCompanies({ first: 10, twin: 10, last: 10, none: 10, big: 60 })
  await give('first', 90)
  for (const name of ['twin', 'last', 'big']) await give(name, 50)
  const small = { key: '1-49', name: 'Small', from: 1, to: 49 }
  const inSmall = { division: small, companies: 4, ranked: 3 }

  expect(await findPlaceInDivision(db, idOf('first'))).toEqual({ ...inSmall, rank: 1 })
  expect(await findPlaceInDivision(db, idOf('twin'))).toEqual({ ...inSmall, rank: 2 })
  expect(await findPlaceInDivision(db, idOf('last'))).toEqual({ ...inSmall, rank: 2 })
  expect(await findPlaceInDivision(db, idOf('none'))).toEqual({ ...inSmall, rank: null })
  expect(await findPlaceInDivision(db, idOf('big'))).toMatchObject({ rank: 1, companies: 1 })
  await admin('PATCH', `/api/admin/companies/${idOf('big')}`, { hidden: true })
  expect(await findPlaceInDivision(db, idOf('big'))).toBeUndefined()
})
