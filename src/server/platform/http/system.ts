import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as system from '#contract/system.ts'
import { backupLines, describeBackups } from '../backup/nightly.ts'
import { Problem } from '../errors/problem.ts'
import { type QueueState, queueLines } from '../jobs/metrics.ts'
import type { LiveHub } from '../live/hub.ts'
import { type ApiNames, describeApi } from '../openapi/document.ts'
import type { Platform } from '../platform.ts'
import { sessionCookie } from '../sessions/cookie.ts'
import { findValidSessions } from '../sessions/sessions.ts'
import { rawRoute, route } from './route.ts'

/** A proxy on this computer calls from loopback too; it says for whom in one of these. */
const proxyMarks = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

type Parts = { platform: Platform; hub: LiveHub; names: ApiNames; measureQueues: () => Promise<QueueState[]> }

/** What operators and scripts ask for. */
export function systemRoutes(app: FastifyInstance, { platform, hub, names, measureQueues }: Parts) {
  const { db, config, clock, files, signals, jobCounters } = platform
  rawRoute(app, system.checkHealth, async () => ({ status: 'ok' }))

  rawRoute(app, system.checkReadiness, async (_request, reply) => {
    const parts = {
      database: () => db.execute(sql`select 1`),
      storage: () => files.check(),
      live: () => signals.check(),
    }
    const asked = Object.entries(parts).map(([part, ask]) =>
      withinPatience<unknown>(ask()).then(
        () => [],
        () => [part],
      ),
    )
    const failing = (await Promise.all(asked)).flat()
    reply.code(failing.length === 0 ? 200 : 503)
    return failing.length === 0 ? { status: 'ok' } : { status: 'unavailable', failing }
  })

  let document: object | undefined
  rawRoute(app, system.describeApi, async () => {
    document ??= describeApi(app.endpoints, names, sessionCookie(config).name)
    return document
  })

  const answers = new Map<number, number>()
  app.addHook('onResponse', (_request, reply, done) => {
    answers.set(reply.statusCode, (answers.get(reply.statusCode) ?? 0) + 1)
    done()
  })
  rawRoute(app, system.readMetrics, async (request, reply) => {
    const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '')
    if (!local || proxyMarks.some((name) => request.headers[name])) throw new Problem('not-found')
    // Without the database the process still tells its own numbers.
    const queues = await withinPatience(measureQueues()).catch(() => [])
    const lines = [
      '# TYPE process_uptime_seconds gauge',
      `process_uptime_seconds ${process.uptime().toFixed(0)}`,
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      '# TYPE live_streams gauge',
      `live_streams ${hub.size}`,
      '# TYPE http_responses_total counter',
      ...[...answers].map(([status, count]) => `http_responses_total{status="${status}"} ${count}`),
      ...queueLines(queues),
      ...jobCounters.lines(),
      ...(await backupLines(platform)),
    ]
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
  })

  route(app, system.readMaintenance, async () => {
    const state = await platform.maintenance.read()
    return { sentence: state?.sentence ?? null, since: state?.since.toISOString() ?? null }
  })

  route(app, system.readBackups, () => describeBackups(platform))

  hub.checkWith((sids) => findValidSessions(db, sids, clock.now()))
  rawRoute(app, system.followTopics, async (request, reply) => {
    const { viewer } = request
    if (!viewer) throw new Problem('not-signed-in')
    // Answered like any other: a stream without a body would never end.
    if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send()
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string)
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      // Proxies that buffer would hold every announcement back.
      'x-accel-buffering': 'no',
    })
    hub.open({ userId: viewer.userId, sid: viewer.sid, isAdmin: viewer.isAdmin }, reply.raw)
  })
}

/** A readiness answer that hangs is no answer. */
function withinPatience<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, 1_500, new Error('late')).unref())
  return Promise.race([work, late])
}
