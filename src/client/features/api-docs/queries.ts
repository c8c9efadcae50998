import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/platform/requests/api.ts'
import { describeApi } from '#contract/system.ts'

/** Subset of JSON Schema that the document has. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: boolean | Schema
  examples?: unknown[]
}

type Content = Record<string, { schema: Schema }>

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; headers?: object; content?: Content }>
}

export type ApiDocument = {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** The document changes only with a release. */
export const apiDocument = queryOptions({
  queryKey: ['api-document'],
  // The contract types the reply as any OpenAPI document.
  queryFn: async () => (await call(describeApi, {})) as unknown as ApiDocument,
  staleTime: Number.POSITIVE_INFINITY,
})

export type Call = Operation & { method: string; path: string }

export const callsOf = ({ paths }: ApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

/** Matches every word against address, summary and name. */
export function matches({ method, path, summary, operationId }: Call, typed: string): boolean {
  const text = `${method} ${path} ${summary} ${operationId}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
