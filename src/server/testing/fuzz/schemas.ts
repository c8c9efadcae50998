import fc from 'fast-check'
import { z } from 'zod'
import { hostileValue } from './values.ts'

export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  maxItems?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** The input schema of a call, from the contract's JSON schema. */
export const schemaOf = (schema: z.ZodType | undefined): Schema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : {}

/** Longer values are among the hostile ones; a good one that long only takes time. */
const longestGood = 400
const moments = ['2026-06-20T10:00:00.000Z', '2026-11-20T08:30:00Z', '2000-02-29T00:00:00.000Z', '2099-12-31T23:59:59Z']

/** A value that the schema allows; rules outside the schema, such as the order of two dates, may still refuse it. */
export function goodValue(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((one) => goodValue(one, name)))
  switch (schema.type) {
    case 'string':
      return textOf(schema, name)
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -1e9), max: Math.min(schema.maximum ?? 1e6, 1e9) })
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(goodValue(schema.items ?? {}, name), { maxLength: Math.min(schema.maxItems ?? 6, 6) })
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, field]) => [key, goodValue(field, key)])),
        { requiredKeys: schema.required ?? [] },
      )
    default:
      return hostileValue
  }
}

/** The placeholder for a field's name; the sender replaces it. */
function textOf({ format, pattern, allOf, minLength = 0, maxLength = 200 }: Schema, name: string) {
  const known = /^(\w+)Id$/.exec(name)?.[1]
  if (known) return fc.constant(`{${known}}`)
  if (format === 'date-time') return fc.constantFrom(...moments)
  if (format === 'date') return fc.constantFrom(...moments.map((moment) => moment.slice(0, 10)))
  const form = pattern ?? allOf?.[0]?.pattern
  if (form) return fc.stringMatching(new RegExp(form), { maxLength: Math.min(maxLength, 100) })
  if (/email/i.test(name)) return fc.constantFrom('{email}', '{word}@new.test')
  const max = Math.min(maxLength, longestGood)
  return fc.oneof(
    fc.string({ minLength: Math.min(minLength, max), maxLength: max }),
    fc.string({ unit: 'grapheme', minLength: Math.min(minLength, max), maxLength: Math.max(minLength, max / 4) }),
    fc.constantFrom('x'.repeat(maxLength), 'x'.repeat(maxLength + 1), 'x'.repeat(minLength)),
  )
}
