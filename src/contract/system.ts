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
  summary:
    'Prometheus text, with `METRICS_TOKEN` as the bearer token; without one only where `PUBLIC_URL` is this computer, on loopback',
  reply: z.string(),
  contentType: 'text/plain',
})

/** Browsers report violations of the content security policy here. */
export const reportPolicyViolation = endpoint({
  method: 'POST',
  path: '/policy-reports',
  access: 'public',
  withoutSession: true,
  summary: 'For browsers: what the content security policy kept out, in the form of `report-uri` or of `report-to`',
  bodyContentType: ['application/csp-report', 'application/reports+json'],
  reply: z.undefined(),
  status: 204,
  problems: ['too-many-requests'],
})

/**
 * Carries the token that `npm run admin -- doctor` wrote into the database a moment before: it proves access to that
 * database.
 */
export const doctorTokenHeader = 'x-doctor-token'

export const describeConnection = endpoint({
  method: 'GET',
  path: '/connection',
  access: 'public',
  summary: 'How a request reached this process, for `npm run admin -- doctor` only',
  reply: z.object({
    release: z.string(),
    /** The address of the connection's peer. */
    address: z.string(),
    /** Tells if a proxy sent the client's address, and if `TRUST_PROXY` accepts it. */
    proxy: z.enum(['none', 'without-address', 'untrusted', 'trusted']),
  }),
})
export type Connection = z.infer<typeof describeConnection.reply>

export const readMaintenance = endpoint({
  method: 'GET',
  path: '/maintenance',
  access: 'public',
  summary: 'Whether operators have paused changes, and what they say; the topic `maintenance` announces it',
  reply: z.object({ sentence: z.string().nullable(), since: z.iso.datetime().nullable() }),
})

export const readBackups = endpoint({
  method: 'GET',
  path: '/admin/backups',
  access: 'administrator',
  summary: 'Whether a backup is made every night, and how old the newest is',
  reply: z.object({
    isScheduled: z.boolean(),
    /** True if older than a night and the hours that a large backup may take. */
    isLate: z.boolean(),
    kept: z.int().nonnegative(),
    newest: z.object({ madeAt: z.iso.datetime(), bytes: z.int().nonnegative() }).nullable(),
  }),
})
export type Backups = z.infer<typeof readBackups.reply>

export const followTopics = endpoint({
  method: 'GET',
  path: '/stream',
  access: 'signed-in',
  summary: 'Server-sent events: the topics that changed',
  reply: z.string(),
  contentType: 'text/event-stream',
})
