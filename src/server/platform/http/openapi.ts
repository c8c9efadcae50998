import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { branding } from '#contract/branding.ts'
import { doorPassHeader } from '#contract/door/endpoints.ts'
import { problems, problemsOf } from '#contract/problems.ts'

/** The API as an OpenAPI 3.1 document, made from the contract itself. */
export function describeApi(app: FastifyInstance, publicUrl: string, cookieName: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { method, path, access, summary, endpoint } of app.openings) {
    const address = `/api${path.replace(/:(\w+)/g, '{$1}')}`
    const item = paths[address] ?? {}
    paths[address] = item
    item[method.toLowerCase()] = {
      summary,
      'x-access': access,
      security: [...(access === 'public' ? [] : [{ session: [] }]), ...(access === 'door' ? [{ doorPass: [] }] : [])],
      parameters: [
        ...inPath(path, endpoint?.params),
        ...parameters('query', endpoint?.query),
        ...(endpoint?.idempotent ? [idempotencyKey] : []),
      ],
      ...(endpoint?.body ? { requestBody: { required: true, content: json(endpoint.body, 'input') } } : {}),
      responses: {
        [endpoint?.status ?? 200]: {
          description: 'Done',
          ...(endpoint ? { content: json(endpoint.reply, 'output') } : {}),
        },
        ...byStatus(problemsOf(endpoint)),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: branding.eventName, version: '1' },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
        doorPass: { type: 'apiKey', in: 'header', name: doorPassHeader },
      },
    },
    paths,
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Chosen by the caller, for instance a UUID. For 24 hours a repeat with the same key and input gets the first answer again and changes nothing; the answer then says `Idempotency-Replayed: true`.',
  schema: { type: 'string', pattern: '^[\\w.:-]{16,200}$' },
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(schema, { io, unrepresentable: 'any' })
const json = (schema: z.ZodType, io: 'input' | 'output') => ({ 'application/json': { schema: schemaOf(schema, io) } })

// The few answers without a contract have parameters too: the path itself names them.
function inPath(path: string, schema?: z.ZodType) {
  if (schema) return parameters('path', schema)
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function parameters(place: 'path' | 'query', schema?: z.ZodType) {
  const properties = schema ? (schemaOf(schema, 'input').properties ?? {}) : {}
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: shape,
  }))
}

function byStatus(codes: (keyof typeof problems)[]) {
  const responses: Record<string, { description: string }> = {}
  for (const code of codes) {
    const status = String(problems[code].status)
    responses[status] = { description: [responses[status]?.description, code].filter(Boolean).join(', ') }
  }
  return responses
}
