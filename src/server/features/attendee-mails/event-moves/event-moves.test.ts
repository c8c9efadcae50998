import { expect, test } from 'vitest'
import { registrations } from '#server/features/registrations/tables.ts'
import { after, minutes } from '#server/platform/clock.ts'
import { startJobs } from '#server/platform/jobs/queue.ts'
import { jobs } from '#server/platform/jobs/tables.ts'
import { eventually } from '#server/testing/eventually.ts'
import { remindAttendees } from '../reminders/reminders.ts'
import { approvedRows, cutAfter, expectOneEach, withAttendees } from '../reminders/testing.ts'
import { sweep } from '../service.ts'
import { eventMoves } from '../tables.ts'
import { moveMailJob } from './event-moves.ts'

async function withMoves(names: string[], options: Parameters<typeof withAttendees>[1] = {}) {
  const server = await withAttendees(names, options)
  const { db, clock, platform, admin, path } = server
  /** Does what is due by now, and ends. */
  async function work() {
    const worker = startJobs(platform, [moveMailJob], { pollEveryMs: 20 })
    await eventually(async () => {
      const waiting = await db.select().from(jobs)
      return waiting.every(({ kind, runAt }) => kind !== moveMailJob.kind || runAt > clock.now())
    }, 'the jobs to be done')
    await worker.stop()
  }
  const edit = (changes: Record<string, unknown>) => admin('PATCH', path, changes)
  return { ...server, work, edit }
}

const line = (content: string, name: string) =>
  new RegExp(`^${name}:(.*)\r$`, 'm').exec(Buffer.from(content, 'base64').toString())?.[1] ?? ''

test('a new date and place are told to everyone who is registered, with a file that moves the event in the calendar', async () => {
  const { register, own, edit, work, clock, told, mails, mailsOf } = await withMoves(['Ada', 'Kim'])
  await register('Ben')
  await own('Kim', '/cancel')
  clock.advance(minutes(1))

  expect((await edit({ eventDate: '2026-06-04T19:00:00.000Z', place: 'Jan Thiel' })).status).toBe(200)
  await work()
  expect(await told('event-moved'), 'not at once: another change may follow').toEqual([])
  clock.advance(minutes(5))
  await work()

  expect(await told('event-moved')).toEqual(['Ada', 'Ben'])
  const adas = (await mails()).filter(({ toAddress }) => toAddress === 'ada@mail.test')
  const moved = adas.at(-1)
  expect(moved?.subject).toBe('Changed: Beach run')
  expect(moved?.text).toContain(
    'New date: Thursday 4 June 2026, 15:00 (Curacao time, GMT−4)\nBefore: Wednesday 3 June 2026, 14:00 (Curacao time, GMT−4)',
  )
  expect(moved?.text).toContain('New place: Jan Thiel\nBefore: Mambo Beach')
  expect(moved?.text).toContain('It is about your registration, so it is always sent.')
  expect(moved?.letter.unsubscribe).toBeUndefined()
  const [first = '', second = ''] = adas.flatMap(({ attachments }) =>
    attachments.flatMap(({ filename, content }) => (filename === 'event.ics' ? [content] : [])),
  )
  expect(line(second, 'UID')).toBe(line(first, 'UID'))
  expect(Number(line(second, 'SEQUENCE'))).toBeGreaterThan(Number(line(first, 'SEQUENCE')))
  expect([line(second, 'DTSTART'), line(second, 'LOCATION')]).toEqual(['20260604T190000Z', 'Jan Thiel'])
  const bens = (await mailsOf('event-moved')).find(({ toAddress }) => toAddress === 'ben@mail.test')
  expect(bens?.text).toContain('Your registration stays as it is.')
})

test('changes within five minutes of each other are one email, from the first state to the last', async () => {
  const { edit, work, clock, mailsOf } = await withMoves(['Ada'])
  clock.advance(minutes(1))

  await edit({ eventDate: '2026-06-04T18:00:00.000Z' })
  clock.advance(minutes(4))
  await edit({ eventDate: '2026-06-05T18:00:00.000Z' })
  clock.advance(minutes(4))
  await edit({ endsAt: '2026-06-05T20:00:00.000Z', title: 'Another title' })
  clock.advance(minutes(4))
  await work()
  expect(await mailsOf('event-moved')).toEqual([])
  clock.advance(minutes(1))
  await work()
  await work()

  const sent = await mailsOf('event-moved')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toContain('New date: Friday 5 June 2026, 14:00–16:00')
  expect(sent[0]?.text).toContain('Before: Wednesday 3 June 2026, 14:00 (')
  expect(sent[0]?.text).toContain('Place, as before: Mambo Beach')

  clock.advance(minutes(10))
  await edit({ place: 'Jan Thiel' })
  clock.advance(minutes(5))
  await work()
  const again = await mailsOf('event-moved')
  expect(again, 'a later change is another email').toHaveLength(2)
  expect(again.at(-1)?.text).not.toContain('Wednesday')
})

test('whoever goes on changing does not keep people waiting for more than half an hour', async () => {
  const { edit, work, clock, told } = await withMoves(['Ada'])
  clock.advance(minutes(1))
  for (let hour = 0; hour < 10; hour++) {
    await edit({ eventDate: `2026-06-04T${10 + hour}:00:00.000Z` })
    clock.advance(minutes(4))
    await work()
  }

  expect(await told('event-moved')).toEqual(['Ada'])
})

test('what is moved back in time, and every other change, is told to nobody', async () => {
  const { edit, work, clock, told, db, platform } = await withMoves(['Ada'])
  clock.advance(minutes(1))

  await edit({ title: 'Another title', description: 'Another description', capacity: 40 })
  await edit({ place: 'Jan Thiel' })
  clock.advance(minutes(2))
  await edit({ place: 'Mambo Beach' })
  clock.advance(minutes(10))
  await work()
  await sweep(platform)

  expect(await told('event-moved')).toEqual([])
  expect(await db.$count(eventMoves)).toBe(0)
})

test('who registered after the last change is not told of it', async () => {
  const { edit, register, work, clock, told } = await withMoves(['Ada'])
  clock.advance(minutes(1))
  await edit({ place: 'Jan Thiel' })
  clock.advance(minutes(1))
  await register('Late')
  clock.advance(minutes(5))
  await work()

  expect(await told('event-moved')).toEqual(['Ada'])
})

test('an event that is cancelled before they are told sends the cancellation only', async () => {
  const { edit, work, clock, told, admin, path } = await withMoves(['Ada'])
  clock.advance(minutes(1))
  await edit({ place: 'Jan Thiel' })
  await admin('POST', `${path}/cancellation`, {})
  clock.advance(minutes(10))
  await work()

  expect(await told('event-moved')).toEqual([])
})

test('a reminder that has not left is made anew with the new place', async () => {
  const { edit, platform, setClock, mailsOf } = await withMoves(['Ada'])
  setClock('2026-06-02T18:00:00.000Z')
  await remindAttendees(platform)

  await edit({ place: 'Jan Thiel' })
  expect(await mailsOf('event-reminder')).toEqual([])
  await remindAttendees(platform)

  const reminders = await mailsOf('event-reminder')
  expect(reminders).toHaveLength(1)
  expect(reminders[0]?.text).toContain('Place: Jan Thiel')
})

test('a date that is taken away is told without a calendar file', async () => {
  const { edit, work, clock, mailsOf } = await withMoves(['Ada'])
  clock.advance(minutes(1))
  await edit({ eventDate: null })
  clock.advance(minutes(5))
  await work()

  expect(await mailsOf('event-moved')).toMatchObject([
    { attachments: [], text: expect.stringContaining('New date: To be announced\nBefore: Wednesday 3 June') },
  ])
})

test('emails that failed in the middle are sent by the next sweep, each once, and a lost job is made up', async () => {
  const { edit, clock, db, event, platform, unchanged, mailsOf } = await withMoves([], { statements: [cutAfter(1)] })
  await db.insert(registrations).values(approvedRows(event.id, 250))
  clock.advance(minutes(1))
  await edit({ place: 'Jan Thiel' })
  await db.delete(jobs)
  clock.advance(minutes(5))

  await expect(sweep(platform)).rejects.toThrow()
  expect(await mailsOf('event-moved')).toHaveLength(100)
  await sweep(unchanged.platform)
  await sweep(unchanged.platform)

  expectOneEach(await mailsOf('event-moved'), 250)
  expect(await db.select().from(eventMoves)).toMatchObject([{ finishedAt: after(clock.now(), 0) }])
})
