import { z } from 'zod'
import { email, id, instant } from '#contract/common.ts'

type Json = Record<string, unknown>
type Direction = 'input' | 'output'

/** Schemas that zod cannot derive because of a transformation or a pattern. */
const known = new Map<unknown, Json>([
  [instant, { type: 'string', format: 'date-time' }],
  [id, { type: 'string', format: 'uuid' }],
  [email, { type: 'string', format: 'email', maxLength: 254 }],
])

/** JSON Schemas of a document: a named schema is written once below `components` and referenced elsewhere. */
export function createSchemas(names: ReadonlyMap<z.ZodType, string>, examples: Readonly<Record<string, unknown>>) {
  const components: Record<string, Json> = {}
  const metadata = z.registry<{ id: string }>()
  for (const [schema, name] of names) metadata.add(schema, { id: name })

  function schemaOf(schema: z.ZodType, io: Direction): Json {
    // Wrap it in an object, because zod extracts named schemas only below the root.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ root: schema }), {
      io,
      metadata,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const replacement = known.get(zodSchema)
        if (replacement) replace(jsonSchema, replacement)
        nameKeys(jsonSchema)
        // A later release may add fields to a reply.
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    }) as unknown as { properties: { root: Json }; $defs?: Record<string, Json> }
    for (const [name, { id: _, ...component }] of Object.entries($defs)) {
      const referring = withReferences({ ...component, ...exampleOf(name) })
      const before = components[name]
      if (before && JSON.stringify(before) !== JSON.stringify(referring))
        throw new Error(`The schema ${name} means something else in a body than in a reply: give them two names`)
      components[name] = referring
    }
    return withReferences(properties.root)
  }

  const exampleOf = (name: string) => (name in examples ? { examples: [examples[name]] } : {})

  return { components, schemaOf }
}

export type Schemas = ReturnType<typeof createSchemas>

/**
 * Converts a record with enum keys into an object with these properties, because generators and linters ignore
 * `propertyNames`.
 */
function nameKeys(schema: z.core.JSONSchema.BaseSchema) {
  const { propertyNames: keys, additionalProperties: value } = schema
  if (typeof keys !== 'object' || !keys.enum || typeof value !== 'object') return
  schema.properties = Object.fromEntries(keys.enum.map((key) => [key, value]))
  schema.additionalProperties = false
  delete schema.propertyNames
}

function replace(target: object, replacement: Json) {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key)
  Object.assign(target, replacement)
}

const withReferences = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
