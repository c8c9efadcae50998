import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { boundedText } from '#contract/common.ts'
import { type InputPart, inputPartsOf } from '../testing/input-parts.ts'

/** The length is the first thing that is looked at, and ends it. */
function isBoundedText({ schema }: InputPart): boolean {
  const { def } = schema._zod as z.core.$ZodStringInternals<string>
  const first = def.checks?.[0]?._zod.def as Partial<z.core.$ZodCheckMaxLengthDef> | undefined
  return !('format' in def) && first?.check === 'max_length' && first.abort === true
}

const tooMany = 60_000

/** A list of any length is refused by its length, without a look at what is in it. */
function isBoundedList({ schema }: InputPart): boolean {
  let looked = 0
  const elements = new Proxy(Array(tooMany).fill('x'), {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d/.test(name)) looked += 1
      return Reflect.get(target, name, receiver)
    },
  })
  const { error } = z.core.safeParse(schema, elements)
  return looked === 0 && error?.issues.length === 1
}

const isBounded = (part: InputPart) => {
  if (part.kind === 'open') return false
  return part.kind === 'text' ? isBoundedText(part) : isBoundedList(part)
}

const findUnbounded = (schema: z.ZodType) =>
  inputPartsOf(schema)
    .filter((part) => !isBounded(part))
    .map(({ path }) => path.join('.'))

test('every text and list of every call is refused by its length before anything else looks at it', () => {
  const inputs = [...api.operations].flatMap(([{ params, query, body }, { operationId }]) =>
    Object.entries({ params, query, body }).flatMap(([where, schema]) =>
      schema ? [{ schema, name: `${operationId} ${where}` }] : [],
    ),
  )

  const unbounded = inputs.flatMap(({ schema, name }) => findUnbounded(schema).map((path) => `${name}.${path}`))

  expect(inputs.length).toBeGreaterThan(150)
  expect(inputs.flatMap(({ schema }) => inputPartsOf(schema)).length).toBeGreaterThan(300)
  expect(unbounded).toEqual([])
})

test('what looks at a text or at the elements of a list before their number is found', () => {
  const planted = z.object({
    length: z.string().max(10),
    none: z.string(),
    late: z.string().regex(/^a+$/).max(10, { abort: true }),
    format: z.iso.date().max(10, { abort: true }),
    list: z.array(z.boolean()),
    record: z.record(z.string(), z.boolean()),
    nested: z.object({ anything: z.unknown().optional() }).nullish(),
    either: z.union([z.literal(1), z.array(z.string())]),
    good: z.array(boundedText(10).min(1)).max(10).optional(),
  })

  const unbounded = findUnbounded(planted)

  expect(unbounded).toEqual([
    'length',
    'none',
    'late',
    'format',
    'list',
    'record',
    'nested.anything',
    'either',
    'either.0',
  ])
})

test('a list that is too long gets one sentence, and a text the sentence of its length alone', () => {
  const schema = z.object({
    names: z.array(boundedText(3)).max(2, 'Two names at most'),
    text: boundedText(3).regex(/^\d+$/, 'Digits only'),
  })

  const { error } = schema.safeParse({ names: ['far too long', 'far too long', 'x'], text: 'letters' })

  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['names', 'Two names at most'],
    ['text', 'Must be at most 3 characters'],
  ])
})
