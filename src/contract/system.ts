import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const checkHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  summary: 'The process is alive',
  reply: z.object({ status: z.literal('ok') }),
})

export const checkReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  summary: 'Every part answers, or 503 with the failing ones',
  reply: z.object({ status: z.enum(['ok', 'unavailable']), failing: z.array(z.string()).optional() }),
  otherStatuses: { 503: 'The parts in `failing` do not answer' },
})

export const describeApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  summary: 'This document',
  reply: z.looseObject({ openapi: z.string() }),
})

export const readMetrics = endpoint({
  method: 'GET',
  path: '/metrics',
  access: 'public',
  summary: 'Prometheus text, on loopback only',
  reply: z.string(),
  contentType: 'text/plain',
})

export const followTopics = endpoint({
  method: 'GET',
  path: '/stream',
  access: 'signed-in',
  summary: 'Server-sent events: the topics that changed',
  reply: z.string(),
  contentType: 'text/event-stream',
})
