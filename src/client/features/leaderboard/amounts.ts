const number = new Intl.NumberFormat('en')

export const amount = (value: number) => number.format(value)

export const pointsText = (points: number) => `${amount(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`

/** "+40", "−15". */
export const signed = (value: number) => `${value < 0 ? '−' : '+'}${amount(Math.abs(value))}`

export const countText = (count: number, [one, many]: [one: string, many: string]) =>
  `${amount(count)} ${count === 1 ? one : many}`
