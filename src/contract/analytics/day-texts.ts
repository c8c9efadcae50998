const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
const longDay = format({ weekday: 'long', day: 'numeric', month: 'long' })
const shortDay = format({ day: 'numeric', month: 'short' })
const weekday = format({ weekday: 'short' })
const fullDay = format({ day: 'numeric', month: 'long', year: 'numeric' })

const toDate = (day: string) => new Date(`${day}T00:00:00Z`)

/** Monday 1 June */
export const formatLongDay = (day: string) => longDay.format(toDate(day)).replace(',', '')
/** 1 Jun */
export const formatShortDay = (day: string) => shortDay.format(toDate(day))
/** Mon */
export const formatWeekday = (day: string) => weekday.format(toDate(day))
/** 1 June 2026 */
export const formatFullDay = (day: string) => fullDay.format(toDate(day))
