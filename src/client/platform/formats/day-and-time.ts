import { clockOf, dateKey, timeZone } from './dates.ts'

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long' })

/** 31 December, 06:00; with the year where it is another one. Day and month stay on one line. */
export function dayAndTimeOf(at: string, now = Date.now()): string {
  const year = dateKey(at).slice(0, 4)
  const isThisYear = year === dateKey(now).slice(0, 4)
  const day = dayAndMonth.format(new Date(at)).replaceAll(' ', '\u00a0')
  return `${day}${isThisYear ? '' : ` ${year}`}, ${clockOf(at)}`
}
