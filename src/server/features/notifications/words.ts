/** In the words and on the clocks of the place: "Tuesday 2 June, 08:00". */
export const momentText = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(moment)
    .replace(' at ', ', ')

export const pointsText = (points: number) => (points === 1 ? '1 point' : `${points} points`)
