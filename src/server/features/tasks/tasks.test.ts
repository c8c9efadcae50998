import { expect, test } from 'vitest'
import { startWorld } from '#server/testing.ts'

const run = {
  title: 'Morning run',
  description: 'Run five kilometres together',
  youtubeUrl: '',
  pointsReward: 25,
  caloriesBurned: 300,
}

test('a task is created, edited and deleted, and the log tells', async () => {
  const { root: admin, acme: company } = await startWorld({ root: 'admin', acme: 'company' })

  const { body: task } = await admin('POST', '/api/tasks', run)
  expect((await company('GET', '/api/tasks')).body).toMatchObject([
    { title: 'Morning run', pointsReward: 25, youtubeUrl: null },
  ])
  const edited = await admin('PATCH', `/api/tasks/${task.id}`, { pointsReward: 30 })
  expect(edited.body).toMatchObject({ title: 'Morning run', pointsReward: 30, caloriesBurned: 300 })
  expect(await admin('DELETE', `/api/tasks/${task.id}`)).toMatchObject({ status: 200, body: { archived: false } })

  expect((await company('GET', '/api/tasks')).body).toEqual([])
  expect(await admin('DELETE', `/api/tasks/${task.id}`)).toMatchObject({ status: 404 })
  const { body: log } = await admin('GET', '/api/admin/audit')
  expect(log.map(({ action }: { action: string }) => action)).toEqual(['deleted task', 'edited task', 'created task'])
})

test('the rewards have the defaults of the tasks page', async () => {
  const { root: admin } = await startWorld({ root: 'admin' })

  const { body } = await admin('POST', '/api/tasks', { title: 'Stretching', description: 'Ten minutes of stretching' })

  expect(body).toMatchObject({ pointsReward: 10, caloriesBurned: 50 })
})

test.each([
  ['title', 'ab', 'Title must be at least 3 characters'],
  ['description', 'too short', 'Description must be at least 10 characters'],
  ['youtubeUrl', 'javascript:alert(1)', 'Must be a valid YouTube URL'],
  ['youtubeUrl', ' java\tscript:alert(1)', 'Must be a valid YouTube URL'],
  ['pointsReward', 0, 'Points must be at least 1'],
  ['pointsReward', 1.5, 'Points must be a whole number'],
  ['pointsReward', 'ten', 'Points must be a number'],
  ['pointsReward', '10', 'Points must be a number'],
  ['caloriesBurned', null, 'Calories must be a number'],
  ['caloriesBurned', 0, 'Calories must be at least 1'],
  ['caloriesBurned', 100_001, 'Must be at most 100000'],
])('%s %j is refused with its sentence', async (field, value, message) => {
  const { root: admin } = await startWorld({ root: 'admin' })

  const reply = await admin('POST', '/api/tasks', { ...run, [field]: value })

  expect(reply).toMatchObject({ status: 400, body: { fields: { [field]: message } } })
})
