import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { branding } from '#contract/branding/branding.ts'
import * as system from '#contract/system.ts'
import { describeBackups } from '../backup/nightly.ts'
import { Problem } from '../errors/problem.ts'
import type { LiveHub } from '../live/hub.ts'
import { type ApiNames, describeApi } from '../openapi/document.ts'
import type { Platform } from '../platform.ts'
import { sessionCookie } from '../sessions/cookie.ts'
import { findEndedSessions } from '../sessions/sessions.ts'
import { logRequests } from './observing/log-requests.ts'
import { mayReadMetrics } from './observing/metrics-access.ts'
import { observeRequests } from './observing/observe-requests.ts'
import { createReadMetrics, type Measures } from './observing/read-metrics.ts'
import { startEventStream } from './replies/event-stream.ts'
import { rawRoute, route } from './route.ts'

type Parts = { platform: Platform; hub: LiveHub; names: ApiNames; measures: Omit<Measures, 'parts'> }

/** Endpoints for operators and scripts. */
export function systemRoutes(app: FastifyInstance, { platform, hub, names, measures }: Parts) {
  const { db, config, clock } = platform
  rawRoute(app, system.checkHealth, async () => ({ status: 'ok' }))

  rawRoute(app, system.checkReadiness, async (_request, reply) => {
    const parts = await checkParts(platform)
    const failing = Object.keys(parts).filter((part) => !parts[part])
    reply.code(failing.length === 0 ? 200 : 503)
    return failing.length === 0 ? { status: 'ok' } : { status: 'unavailable', failing }
  })

  let document: string | undefined
  rawRoute(app, system.describeApi, async (_request, reply) => {
    document ??= JSON.stringify(
      describeApi(app.endpoints, names, {
        cookieName: sessionCookie(config).name,
        contact: { name: branding.eventName, url: config.publicUrl, email: config.supportEmail },
      }),
    )
    return reply.type('application/json; charset=utf-8').send(document)
  })

  observeRequests(app, platform.metrics.answers)
  logRequests(app, platform.log)
  const readMetrics = createReadMetrics({
    platform,
    hub,
    measures: { ...measures, parts: () => checkParts(platform) },
    withinPatience,
  })
  rawRoute(app, system.readMetrics, async (request, reply) => {
    if (!mayReadMetrics(request, config)) throw new Problem('not-found')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await readMetrics())
  })

  route(app, system.readMaintenance, async () => {
    const state = await platform.maintenance.read()
    return { sentence: state?.sentence ?? null, since: state?.since.toISOString() ?? null }
  })

  route(app, system.readBackups, () => describeBackups(platform))

  hub.checkWith((sids) => findEndedSessions(db, sids, clock.now()))
  rawRoute(app, system.followTopics, async (request, reply) => {
    const { viewer } = request
    if (!viewer) throw new Problem('not-signed-in')
    // A HEAD answer is plain: a stream without a body would never end.
    if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send()
    hub.open({ userId: viewer.userId, sid: viewer.sid, isAdmin: viewer.isAdmin }, startEventStream(reply))
  })
}

/** True for every part that answers. */
async function checkParts({ db, files, signals }: Platform): Promise<Record<string, boolean>> {
  const parts = {
    database: () => db.execute(sql`select 1`),
    storage: () => files.check(),
    live: () => signals.check(),
  }
  const checks = Object.entries(parts).map(([part, ask]) =>
    withinPatience<unknown>(ask()).then(
      () => [part, true] as const,
      () => [part, false] as const,
    ),
  )
  return Object.fromEntries(await Promise.all(checks))
}

/** Limits the duration of a readiness check, because a hanging answer is useless. */
function withinPatience<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, 1_500, new Error('late')).unref())
  return Promise.race([work, late])
}
