import { expect, test } from 'vitest'
import { sortTasks } from './task-progress.ts'

const now = Date.parse('2026-11-18T12:00:00Z')
const task = (id: string, state: 'open' | 'grace' | 'closed') => ({ id, state })
const proof = (
  taskId: string,
  status: 'pending' | 'approved' | 'rejected' | 'fix',
  reviewedAt: string | null = null,
) => ({
  taskId,
  status,
  reviewedAt,
})
const yesterday = '2026-11-17T12:00:00Z'
const lastWeek = '2026-11-10T12:00:00Z'

test('only tasks that still accept another proof are to be tried again', () => {
  const { done, again } = sortTasks(
    [
      task('rejected, open', 'open'),
      task('rejected, closing', 'grace'),
      task('rejected yesterday, closed', 'closed'),
      task('rejected last week, closed', 'closed'),
      task('sent back, closed', 'closed'),
      task('never tried', 'open'),
      task('closed', 'closed'),
    ],
    [
      proof('rejected, open', 'rejected', lastWeek),
      proof('rejected, closing', 'rejected', yesterday),
      proof('rejected yesterday, closed', 'rejected', yesterday),
      proof('rejected last week, closed', 'rejected', lastWeek),
      proof('sent back, closed', 'fix', yesterday),
    ],
    now,
  )

  expect([...again]).toEqual(['rejected, open', 'rejected, closing', 'rejected yesterday, closed', 'sent back, closed'])
  expect([...done]).toEqual(['sent back, closed'])
})

test('a task that was tried again is done', () => {
  const proofs = [proof('run', 'pending'), proof('run', 'rejected', yesterday)]

  expect(sortTasks([task('run', 'open')], proofs, now)).toEqual({ done: new Set(['run']), again: new Set() })
})
