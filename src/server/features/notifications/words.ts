import { dateFormat } from '#contract/text/moments.ts'

/** Formats a moment in the time zone of the place: "Tuesday 2 June, 08:00". */
export function momentText(moment: Date, timeZone: string): string {
  const format = (shape: 'weekday' | 'dayAndMonth' | 'clock') => dateFormat(shape, timeZone).format(moment)
  return `${format('weekday')} ${format('dayAndMonth')}, ${format('clock')}`
}

export const pointsText = (points: number) => (points === 1 ? '1 point' : `${points} points`)
