import type { FastifyInstance } from 'fastify'
import { administratorRoutes } from './features/administrators/routes.ts'
import { createIdentify } from './features/auth/identify.ts'
import { authRoutes } from './features/auth/routes.ts'
import * as auth from './features/auth/service.ts'
import { companyRoutes } from './features/companies/routes.ts'
import { doorRoutes } from './features/door/routes.ts'
import { eventOfPage, previewOf } from './features/events/pages.ts'
import { eventRoutes } from './features/events/routes.ts'
import { leaderboardRoutes } from './features/leaderboard/routes.ts'
import { proofRoutes } from './features/proofs/routes.ts'
import { registrationRoutes } from './features/registrations/routes.ts'
import { taskRoutes } from './features/tasks/routes.ts'
import { servePages } from './platform/http/pages.ts'
import { createServer, type ServerOptions } from './platform/http/server.ts'
import { systemRoutes } from './platform/http/system.ts'
import { uploadRoutes } from './platform/http/uploads.ts'
import type { LiveHub } from './platform/live/hub.ts'
import type { Platform } from './platform/platform.ts'
import { sessionCookie } from './platform/sessions/cookie.ts'

type Parts = {
  platform: Platform
  hub: LiveHub
  clientFolder: string
  onUnlisted?: ServerOptions['onUnlisted']
  limits?: ServerOptions['limits']
}

/** The whole product on one page. A new slice adds one line. */
export function createApp({ platform, hub, clientFolder, onUnlisted, limits }: Parts): FastifyInstance {
  const identify = createIdentify(platform)
  const app = createServer(platform, { identify, onUnlisted, limits })

  systemRoutes(app, platform, hub)
  authRoutes(app, platform)
  companyRoutes(app, platform)
  administratorRoutes(app, platform)
  uploadRoutes(app, platform)
  taskRoutes(app, platform)
  proofRoutes(app, platform)
  leaderboardRoutes(app, platform)
  eventRoutes(app, platform)
  registrationRoutes(app, platform)
  doorRoutes(app, platform)

  const cookie = sessionCookie(platform.config)
  servePages(app, {
    folder: clientFolder,
    publicUrl: platform.config.publicUrl,
    boot: async (request) => {
      const secret = cookie.read(request)
      const viewer = secret ? await identify(secret) : undefined
      const signedOut = secret && !viewer ? await auth.endReason(platform, secret) : undefined
      const event = await eventOfPage(platform, request.url)
      const known = {
        user: viewer ? await auth.currentUser(platform, viewer.userId) : null,
        signedOut,
        timeZone: platform.config.timeZone,
        supportEmail: platform.config.supportEmail,
        event,
      }
      // Told once: without the cookie nobody asks again.
      const headers = signedOut ? { 'set-cookie': cookie.take() } : undefined
      return { known, headers, preview: event && previewOf(event, platform.config) }
    },
  })
  return app
}
