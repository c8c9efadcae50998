const number = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })

/** "1,200", "−15". */
export const amount = (value: number) => `${value < 0 ? '−' : ''}${number.format(Math.abs(value))}`

export const pointsText = (points: number) => `${amount(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`

export const caloriesText = (calories: number) =>
  `${amount(calories)} ${Math.abs(calories) === 1 ? 'calorie' : 'calories'}`

/** "+40", "−15". */
export const signed = (value: number) => `${value < 0 ? '−' : '+'}${amount(Math.abs(value))}`

export const countText = (count: number, [one, many]: [one: string, many: string]) =>
  `${amount(count)} ${count === 1 ? one : many}`

/** "50%" for a share between 0 and 1. */
export const percentText = (share: number) => percent.format(share)

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** "1st", "22nd". */
export const ordinal = (place: number) => `${amount(place)}${endings[ordinals.select(place)] ?? 'th'}`
