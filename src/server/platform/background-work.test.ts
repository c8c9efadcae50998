import { pino } from 'pino'
import { expect, test } from 'vitest'
import { BackgroundWork } from './background-work.ts'
import { minutes } from './clock.ts'

const silent = pino({ level: 'silent' })

test('a stop waits for what is under way, and starts at once what would have come later', async () => {
  const background = new BackgroundWork(silent)
  const done: string[] = []
  background.start(async () => void done.push('at once'), 'lost')
  background.start(async () => void done.push('delayed'), 'lost', { delay: minutes(10) })
  background.start(
    async () => background.start(async () => void done.push('follows'), 'lost', { delay: minutes(10) }),
    'lost',
  )

  await background.stop()

  expect(done.toSorted()).toEqual(['at once', 'delayed', 'follows'])
})

test('long work learns that it should end', async () => {
  const background = new BackgroundWork(silent)
  let steps = 0
  background.start(async () => {
    do steps++
    while (!background.isStopping && (await new Promise<true>((resolve) => setTimeout(resolve, 1, true))))
  }, 'lost')

  await background.stop()

  expect(steps).toBeGreaterThan(0)
})

test('work that fails is a line in the log, and keeps nothing else from being done', async () => {
  const lines: string[] = []
  const background = new BackgroundWork(pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }))
  let isDone = false
  background.start(() => Promise.reject(new Error('no database')), 'an email has to wait')
  background.start(async () => {
    isDone = true
  }, 'lost')

  await background.stop()

  expect(isDone).toBe(true)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'an email has to wait' }])
})
