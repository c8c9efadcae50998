import { dateFormat } from '#contract/text/moments.ts'
import { after, minutes } from '../clock.ts'

/** Hours of the day in `TIME_ZONE`. */
const quietFrom = 21
const quietUntil = 7

const step = minutes(15)

/** Between 21:00 and 07:00 no email leaves except answers to a person's request. Undefined outside these hours. */
export function endOfQuietHours(now: Date, timeZone: string): Date | undefined {
  const isQuiet = quietnessIn(timeZone)
  if (!isQuiet(now)) return undefined
  // Search in quarter-hour steps, because clock changes alter the length of a night. Every zone's offset from UTC is a
  // multiple of 15 minutes.
  let end = new Date(Math.ceil(now.getTime() / step) * step)
  while (isQuiet(end)) end = after(end, step)
  return end
}

/**
 * The start of the quiet hours that contain this moment, for work due before the night ends. Undefined outside these
 * hours.
 */
export function startOfQuietHours(moment: Date, timeZone: string): Date | undefined {
  const isQuiet = quietnessIn(timeZone)
  if (!isQuiet(moment)) return undefined
  let start = new Date(Math.floor(moment.getTime() / step) * step)
  while (isQuiet(after(start, -step))) start = after(start, -step)
  return start
}

function quietnessIn(timeZone: string): (moment: Date) => boolean {
  const format = dateFormat('hour', timeZone)
  return (moment) => {
    const hour = Number(format.format(moment))
    return hour >= quietFrom || hour < quietUntil
  }
}
