import { dateFormat } from '#contract/text/moments.ts'
import { clockOf, dateKey, timeZone } from './dates.ts'

/** "31 December, 06:00", with the year if it is another one. Day and month stay on one line. */
export function dayAndTimeOf(at: string, now = Date.now()): string {
  const year = dateKey(at).slice(0, 4)
  const isThisYear = year === dateKey(now).slice(0, 4)
  const day = dateFormat('dayAndMonth', timeZone).format(new Date(at)).replaceAll(' ', '\u00a0')
  return `${day}${isThisYear ? '' : ` ${year}`}, ${clockOf(at)}`
}
