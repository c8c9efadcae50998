import { Prose } from './prose.tsx'
import type { Schema } from './queries.ts'

type Schemas = Record<string, Schema>

/** Fields of a schema; nested schemas can be opened. */
export function SchemaView({ schema, schemas }: { schema: Schema; schemas: Schemas }) {
  const inner = resolve(schema, schemas)
  const list = inner.items ? resolve(inner.items, schemas) : undefined
  const fields = Object.entries((list ?? inner).properties ?? {})
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm font-semibold">{kindOf(schema)}</p>
      {fields.length > 0 && (
        <ul className="divide-y divide-border rounded-md border border-border">
          {fields.map(([name, field]) => (
            <Field
              key={name}
              name={name}
              field={field}
              isRequired={(list ?? inner).required?.includes(name) ?? false}
              schemas={schemas}
            />
          ))}
        </ul>
      )}
      <Example schema={inner} />
    </div>
  )
}

function Field({
  name,
  field,
  isRequired,
  schemas,
}: {
  name: string
  field: Schema
  isRequired: boolean
  schemas: Schemas
}) {
  const nested = resolve(field.items ?? field.anyOf?.find(({ type }) => type !== 'null') ?? field, schemas)
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <code className="font-semibold wrap-anywhere">{name}</code>
        <span className="text-sm text-muted-foreground wrap-anywhere">{kindOf(field)}</span>
        {!isRequired && <span className="text-sm text-muted-foreground">optional</span>}
      </div>
      {field.description && <Prose className="text-sm text-muted-foreground">{field.description}</Prose>}
      {nested.properties && (
        <details>
          <summary className="cursor-pointer text-sm font-semibold text-link">Fields of {name}</summary>
          <div className="mt-2">
            <SchemaView schema={field.items ?? nested} schemas={schemas} />
          </div>
        </details>
      )}
    </li>
  )
}

function Example({ schema: { examples } }: { schema: Schema }) {
  if (!examples) return null
  return (
    <details>
      <summary className="cursor-pointer text-sm font-semibold text-link">Example</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 text-sm">
        {JSON.stringify(examples[0], null, 2)}
      </pre>
    </details>
  )
}

const nameIn = ($ref: string) => $ref.split('/').at(-1) ?? ''

function resolve(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref) return schemas[nameIn(schema.$ref)] ?? schema
  const [first] = schema.allOf ?? []
  return first ? resolve(first, schemas) : schema
}

/** Short type text: `array of Registration`, `integer, 1 to 10000, usually 50`. */
export function kindOf(schema: Schema): string {
  if (schema.$ref) return nameIn(schema.$ref)
  const { items, anyOf, allOf, type, format, minimum, maximum, maxLength } = schema
  if (allOf?.[0]) return kindOf(allOf[0])
  if (items) return `array of ${kindOf(items)}`
  if (anyOf) return anyOf.map(kindOf).join(' or ')
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const bounds = [
    // Leave out limits that every number satisfies.
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && `at least ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `at most ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    schema.default !== undefined && `usually ${JSON.stringify(schema.default)}`,
  ]
  const name = format ?? ([type].flat().join(' or ') || 'anything')
  return [name, ...bounds].filter(Boolean).join(', ')
}
