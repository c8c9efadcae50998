import { addDays, dayOf } from '../../src/contract/analytics/period.ts'
import type { Random } from './random.ts'

/**
 * Hours since the start of the week's first day, in the event's time zone. Before noon, day seven is all of yesterday.
 * Later it is today: hours after five are compressed to end now. So the week is the same whenever it is created.
 */
export type WeekHour = number

export const hourOf = (day: number, hour: number): WeekHour => day * 24 + hour
export const endOfWeek: WeekHour = 7 * 24

const hourMs = 3_600_000
const lastDay = 6
/** Nothing happens earlier in a day. */
const wakeUp = 5

export function createCalendar(now: Date, timeZone: string) {
  const today = dayOf(now, timeZone)
  const hourNow = (now.getTime() - startOfDay(today, timeZone).getTime()) / hourMs
  const isEarly = hourNow < 12
  const last = addDays(today, isEarly ? -1 : 0)
  const pace = isEarly ? 1 : (hourNow - wakeUp) / (24 - wakeUp)
  const at = (day: number, hour: number) =>
    new Date(startOfDay(addDays(last, day - lastDay), timeZone).getTime() + hour * hourMs)
  return {
    /** The moment of an hour in the week; never in the future. */
    momentOf(hour: WeekHour): Date {
      if (hour >= endOfWeek) return new Date(now)
      const day = Math.floor(hour / 24)
      const clock = hour - day * 24
      return at(day, day === lastDay && clock > wakeUp ? wakeUp + (clock - wakeUp) * pace : clock)
    },
    /** A moment on a day after the last one. */
    laterMoment: (daysAhead: number, hour: number) => at(lastDay + daysAhead, hour),
  }
}

export type Calendar = ReturnType<typeof createCalendar>

/** Moves night hours to the next morning. */
export function inDaytime(at: WeekHour, random: Random): WeekHour {
  const [day, hour] = [Math.floor(at / 24), at - Math.floor(at / 24) * 24]
  if (hour < 7) return hourOf(day, 7 + random.between(0, 1.5))
  return hour > 21.8 ? hourOf(day + 1, 7 + random.between(0, 1.5)) : at
}

/** A random waking hour on any of these days. */
export const daytimeOf = (firstDay: number, lastDay: number, random: Random): WeekHour =>
  hourOf(random.whole(firstDay, lastDay), random.between(7, 21.8))

/** Midnight in the time zone, with the offset at that moment. */
function startOfDay(day: string, timeZone: string): Date {
  const guess = new Date(`${day}T00:00:00.000Z`)
  const first = new Date(guess.getTime() - offsetAt(guess, timeZone))
  return new Date(guess.getTime() - offsetAt(first, timeZone))
}

const offsetAt = (at: Date, timeZone: string) =>
  new Date(`${localTime(at, timeZone).replace(' ', 'T')}Z`).getTime() - at.getTime()

const formats = new Map<string, Intl.DateTimeFormat>()

/** `2026-06-01 08:00:00`: the Swedish locale writes dates as ISO 8601. */
export function localTime(at: Date, timeZone: string): string {
  // Cached: creating a format takes far longer than using it.
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timeZone, format)
  return format.format(at).replace(',', '')
}
