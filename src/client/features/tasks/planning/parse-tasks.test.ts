import { expect, test } from 'vitest'
import { parseMoment, parseTasks } from './parse-tasks.ts'

const now = new Date('2026-11-16T12:00:00Z')
const walk = 'Walk five kilometres together'

test('columns are known by their order', () => {
  const [task, ...others] = parseTasks(
    `Morning walk\t${walk}\t25\t300\t2026-11-17 06:00\t2026-11-18 20:00\tyoutu.be/x`,
    now,
  )

  expect(others).toEqual([])
  expect(task).toMatchObject({
    errors: [],
    body: {
      title: 'Morning walk',
      description: walk,
      pointsReward: 25,
      caloriesBurned: 300,
      // Curaçao is four hours behind Greenwich all year.
      opensAt: '2026-11-17T10:00:00.000Z',
      closesAt: '2026-11-19T00:00:00.000Z',
      youtubeUrl: 'https://youtu.be/x',
    },
  })
})

test('or by their headings, as the CSV file has them, in any order and with others between', () => {
  const text = `Closes (America/Curacao),State,Title,Description\n2026-11-18 20:00:00,open,Morning walk,${walk}`

  expect(parseTasks(text, now)).toMatchObject([
    { errors: [], body: { title: 'Morning walk', closesAt: '2026-11-19T00:00:00.000Z', opensAt: null } },
  ])
})

test('what is left empty has the usual rewards and opens at once', () => {
  const [task] = parseTasks(`Morning walk\t${walk}`, now)

  expect(task).toMatchObject({ errors: [], opensAt: null, closesAt: null })
  expect(task?.body?.pointsReward).toBeUndefined()
})

test('every error of every row is named', () => {
  const text = [
    `Hi\tshort\tmany\t0`,
    `Morning walk\t${walk}\t\t\ttomorrow\t31/06/2026`,
    `Morning walk\t${walk}\t\t\t2026-11-18\t2026-11-17`,
    `Morning walk\t${walk}\t\t\t\t2026-11-15`,
    `Morning walk\t${walk}\t1\t1\t\t\t\tand more`,
  ].join('\n')

  expect(parseTasks(text, now).map(({ errors, body }) => (body ? 'right' : errors))).toEqual([
    [
      'Title must be at least 3 characters',
      'Description must be at least 10 characters',
      'Points must be a number',
      'Calories must be at least 1',
    ],
    ['Opens: write it like 2026-11-16 06:00', 'Closes: write it like 2026-11-16 06:00'],
    ['The closing time must be after the opening time'],
    ['The closing time must be in the future'],
    ['There are more cells than columns'],
  ])
})

test.each([
  ['2026-11-17 06:00', '2026-11-17T10:00:00.000Z'],
  ['2026-11-17T06:00', '2026-11-17T10:00:00.000Z'],
  ['2026-11-17 6:00:00', '2026-11-17T10:00:00.000Z'],
  ['17/11/2026 06:00', '2026-11-17T10:00:00.000Z'],
  ['17.11.2026, 06:00', '2026-11-17T10:00:00.000Z'],
  ['7-1-2027', '2027-01-07T04:00:00.000Z'],
  ['2026-11-17T10:00:00.000Z', '2026-11-17T10:00:00.000Z'],
  ['2026-11-17T12:00:00+02:00', '2026-11-17T10:00:00.000Z'],
  ['', null],
  ['11/17/2026', undefined],
  ['2026-02-30 06:00', undefined],
  ['2026-11-17 25:00', undefined],
  ['next Monday', undefined],
])('the moment "%s" is read as %s', (cell, moment) => {
  expect(parseMoment(cell, '00:00')).toBe(moment)
})

test('nothing is made of nothing', () => {
  expect(parseTasks(' \n\n', now)).toEqual([])
  expect(parseTasks('Title\tDescription', now)).toEqual([])
})
