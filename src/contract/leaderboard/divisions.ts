import { z } from 'zod'
import { count, text, whole } from '../common.ts'

export const mostDivisions = 8

/** Companies of a similar team size. `key` identifies it in addresses. */
export const Division = z.object({
  key: z.string(),
  name: z.string(),
  from: count,
  /** Null: no upper limit. */
  to: count.nullable(),
})
export type Division = z.output<typeof Division>

/** A division as organisers set it: it ends at the start of the next one. */
export const DivisionBand = z.strictObject({
  name: text({ min: 1, max: 40, message: 'Every division needs a name' }),
  from: whole(1, 1_000_000, { outside: 'Must be between 1 and 1000000' }),
})
export type DivisionBand = z.output<typeof DivisionBand>

export const DivisionBands = z
  .array(DivisionBand)
  .min(1, 'There must be at least one division')
  .max(mostDivisions, `There can be at most ${mostDivisions} divisions`)
  .refine((bands) => bands[0]?.from === 1, 'The first division must begin with 1 person')
  .refine(
    (bands) => bands.every(({ from }, index) => from > (bands[index - 1]?.from ?? 0)),
    'Each division must begin with more people than the one before',
  )
  .refine(
    (bands) => new Set(bands.map(({ name }) => name.toLowerCase())).size === bands.length,
    'Two divisions have the same name',
  )

export const defaultBands: DivisionBand[] = [
  { name: 'Small', from: 1 },
  { name: 'Medium', from: 50 },
  { name: 'Large', from: 250 },
]

/** Takes bands in ascending order. */
export const toDivisions = (bands: DivisionBand[]): Division[] =>
  bands.map(({ name, from }, index) => {
    const next = bands[index + 1]
    return next
      ? { key: `${from}-${next.from - 1}`, name, from, to: next.from - 1 }
      : { key: `${from}-up`, name, from, to: null }
  })

/** The last division whose minimum is not above the team size. */
export const divisionOf = (divisions: Division[], people: number): Division | undefined =>
  divisions.findLast(({ from }) => from <= people) ?? divisions[0]

export const peopleOf = ({ from, to }: Division): string => {
  if (to === null) return `${from} people or more`
  return from === to ? (from === 1 ? '1 person' : `${from} people`) : `${from}–${to} people`
}
