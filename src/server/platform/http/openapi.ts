import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { branding } from '#contract/branding.ts'
import { doorPassHeader } from '#contract/door/endpoints.ts'
import { commonProblems, problems } from '#contract/problems.ts'

/** The API as an OpenAPI 3.1 document, made from the contract itself. */
export function describeApi(app: FastifyInstance, publicUrl: string, cookieName: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { method, path, access, summary, endpoint } of app.openings) {
    const address = `/api${path.replace(/:(\w+)/g, '{$1}')}`
    const refusals = [...new Set([...(endpoint?.problems ?? []), ...commonProblems])]
    const item = paths[address] ?? {}
    paths[address] = item
    item[method.toLowerCase()] = {
      summary,
      'x-access': access,
      security: [...(access === 'public' ? [] : [{ session: [] }]), ...(access === 'door' ? [{ doorPass: [] }] : [])],
      parameters: [...parameters('path', endpoint?.params), ...parameters('query', endpoint?.query)],
      ...(endpoint?.body ? { requestBody: { required: true, content: json(endpoint.body, 'input') } } : {}),
      responses: {
        [endpoint?.status ?? 200]: {
          description: 'Done',
          ...(endpoint ? { content: json(endpoint.reply, 'output') } : {}),
        },
        ...byStatus(refusals),
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

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(schema, { io, unrepresentable: 'any' })
const json = (schema: z.ZodType, io: 'input' | 'output') => ({ 'application/json': { schema: schemaOf(schema, io) } })

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
