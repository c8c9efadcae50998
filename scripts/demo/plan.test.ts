import { expect, test } from 'vitest'
import { dayOf } from '../../src/contract/analytics/period.ts'
import { demoSeed } from './create-week.ts'
import { createCalendar, localTime } from './moments.ts'
import { planWeek } from './plan.ts'
import { comingEvent, pastEvent } from './plan-attendees.ts'

const timeZone = 'America/Curacao'
const { steps } = planWeek(demoSeed)
/** Half a minute after midnight, in the morning, at noon, in the afternoon and shortly before midnight there. */
const moments = ['04:00:30', '13:10:00', '16:00:00', '21:00:00', '27:59:00'].map(
  (clock) =>
    new Date(
      Date.parse('2026-06-07T00:00:00Z') + clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000,
    ),
)

test.each(moments)('made at %s, nothing of the demo is in the future and nobody is awake at night', (now) => {
  const { momentOf } = createCalendar(now, timeZone)
  const times = steps.map(({ at }) => momentOf(at))

  expect(times.filter((at) => at > now)).toEqual([])
  expect(times.every((at, nth) => at >= (times[nth - 1] ?? at))).toBe(true)
  const hours = times.map((at) => Number(localTime(at, timeZone).slice(11, 13)))
  expect(hours.filter((hour) => hour < 5 || hour > 22)).toEqual([])
})

test.each(moments)('made at %s, nobody is checked in before check-in opens', (now) => {
  const { momentOf, laterMoment } = createCalendar(now, timeZone)
  const { daysAhead, begins, checkInHoursBefore } = comingEvent
  const hours = (count: number) => count * 3_600_000
  const opens = {
    'Bib desk': laterMoment(daysAhead, begins).getTime() - hours(checkInHoursBefore),
    past: momentOf(pastEvent.begins).getTime() - hours(12),
  }
  const scans = steps.flatMap((step) => (step.do === 'scan' ? [step] : []))

  expect(scans.length).toBeGreaterThan(40)
  expect(laterMoment(daysAhead, begins) > now).toBe(true)
  expect(scans.filter(({ at, gate }) => momentOf(at).getTime() < opens[gate === 'Bib desk' ? gate : 'past'])).toEqual(
    [],
  )
})

test.each(moments)('made at %s, people register on every day, and no hour has a burst of them', (now) => {
  const { momentOf } = createCalendar(now, timeZone)
  const registered = steps.flatMap((step) => (step.do === 'register' ? [momentOf(step.at)] : []))
  const perHour = countOf(registered.map((at) => localTime(at, timeZone).slice(0, 13)))

  expect(new Set(registered.map((at) => dayOf(at, timeZone))).size).toBe(9)
  expect(Math.max(...perHour.values())).toBeLessThanOrEqual(6)
})

/** How often each is there. */
function countOf(names: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
