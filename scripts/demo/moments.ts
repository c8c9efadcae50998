import { addDays, dayOf } from '../../src/contract/analytics/period.ts'

/**
 * Hours since the first day of the week began, in the days of the event; today is the seventh. Days that are over have 24 hours of
 * their own. All hours of today lie between its midnight and now, so that the week is the same whenever it is made.
 */
export type WeekHour = number

export const hourOf = (day: number, hour: number): WeekHour => day * 24 + hour
export const endOfWeek: WeekHour = 7 * 24

const hourMs = 3_600_000

export function createCalendar(now: Date, timeZone: string) {
  const today = dayOf(now, timeZone)
  const midnight = startOfDay(today, timeZone)
  return {
    /** The moment of an hour of the week that is not in the future. */
    momentOf(hour: WeekHour): Date {
      const day = Math.floor(hour / 24)
      if (day < 6) return new Date(startOfDay(addDays(today, day - 6), timeZone).getTime() + (hour - day * 24) * hourMs)
      const part = Math.min((hour - 6 * 24) / 24, 1)
      return new Date(midnight.getTime() + part * (now.getTime() - midnight.getTime()))
    },
    /** Of a day that has not begun. */
    laterMoment: (daysAhead: number, hour: number) =>
      new Date(startOfDay(addDays(today, daysAhead), timeZone).getTime() + hour * hourMs),
  }
}

export type Calendar = ReturnType<typeof createCalendar>

/** Midnight there: the offset is the one that holds at that moment. */
function startOfDay(day: string, timeZone: string): Date {
  const guess = new Date(`${day}T00:00:00.000Z`)
  const first = new Date(guess.getTime() - offsetAt(guess, timeZone))
  return new Date(guess.getTime() - offsetAt(first, timeZone))
}

const offsetAt = (at: Date, timeZone: string) =>
  new Date(`${localTime(at, timeZone).replace(' ', 'T')}Z`).getTime() - at.getTime()

/** `2026-06-01 08:00:00`: Sweden writes dates as ISO 8601 does. */
export const localTime = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at).replace(',', '')
