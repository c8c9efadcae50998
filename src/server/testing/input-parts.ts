import type { z } from 'zod'

/** A part of a call's input whose size the caller decides. */
export type InputPart = { kind: 'text' | 'list' | 'open'; path: string[]; schema: z.core.$ZodTypes }

/** Every text and list of a schema; `open` marks a part without any bound. */
export function inputPartsOf(schema: z.core.$ZodType, path: string[] = []): InputPart[] {
  const one = schema as z.core.$ZodTypes
  const { def } = one._zod
  switch (def.type) {
    case 'string':
      return [{ kind: 'text', path, schema: one }]
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => inputPartsOf(field, [...path, name]))
    case 'array':
      return [{ kind: 'list', path, schema: one }, ...inputPartsOf(def.element, [...path, '0'])]
    case 'union':
      return def.options.flatMap((option) => inputPartsOf(option, path))
    case 'pipe':
      // Later stages of a pipe get only input that the first one accepted.
      return inputPartsOf(def.in, path)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return inputPartsOf(def.innerType, path)
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'undefined':
      return []
    default:
      return [{ kind: 'open', path, schema: one }]
  }
}
