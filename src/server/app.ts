import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api.ts'
import { examples } from '#contract/examples.ts'
import { createIdentify, isDoctorToken } from './features/auth/slice.ts'
import { measureWaiting } from './features/proofs/service.ts'
import { measureQueues } from './measure-queues.ts'
import { pageRoutes } from './pages.ts'
import { connectionRoute } from './platform/http/connection.ts'
import { traceRequests } from './platform/http/observing/trace-requests.ts'
import { policyReportRoute } from './platform/http/policy-reports/policy-reports.ts'
import { securityTextRoute } from './platform/http/security-text.ts'
import { createServer, type ServerOptions } from './platform/http/server.ts'
import { systemRoutes } from './platform/http/system.ts'
import type { LiveHub } from './platform/live/hub.ts'
import type { Platform } from './platform/platform.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import { slices } from './slices.ts'

type Parts = {
  platform: Platform
  hub: LiveHub
  clientFolder: string
  onUnlisted?: ServerOptions['onUnlisted']
  limits?: ServerOptions['limits']
  tracing?: Tracing
}

/** The whole product as one HTTP server. */
export function createApp({ platform, hub, clientFolder, onUnlisted, limits, tracing }: Parts): FastifyInstance {
  const identify = createIdentify(platform)
  const app = createServer(platform, { identify, onUnlisted, limits })
  if (tracing) traceRequests(app, tracing)

  const measures = {
    queues: () => measureQueues(platform),
    proofs: () => measureWaiting(platform.db, platform.clock.now()),
  }
  systemRoutes(app, { platform, hub, names: { ...api, examples }, measures })
  securityTextRoute(app, platform)
  policyReportRoute(app, platform)
  connectionRoute(app, (token) => isDoctorToken(platform, token))
  for (const { routes } of slices) routes(app, platform)
  pageRoutes(app, { platform, identify, clientFolder })
  return app
}
