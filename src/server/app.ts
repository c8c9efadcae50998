import type { FastifyInstance, FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import { Boot } from '#contract/boot.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import { examples } from '#contract/examples.ts'
import { findPagePath, isPageFor } from '#contract/pages.ts'
import type { PlainSubmission } from '#contract/registrations/plain-form.ts'
import { administratorRoutes } from './features/administrators/routes.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { attendeeMailRoutes } from './features/attendee-mails/routes.ts'
import * as attendeeMails from './features/attendee-mails/service.ts'
import { isDoctorToken } from './features/auth/doctor-token.ts'
import { createIdentify } from './features/auth/identify.ts'
import { authRoutes } from './features/auth/routes.ts'
import * as auth from './features/auth/service.ts'
import { companyRoutes } from './features/companies/routes.ts'
import * as companies from './features/companies/service.ts'
import { doorRoutes } from './features/door/routes.ts'
import { eventOfPage, isPlainEventPage, previewOf } from './features/events/pages/pages.ts'
import { createRenderEventPage } from './features/events/pages/rendered-page.ts'
import { eventRoutes } from './features/events/routes.ts'
import { fileRoutes } from './features/files/routes.ts'
import { leaderboardRoutes } from './features/leaderboard/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { moveDevice } from './features/notifications/service.ts'
import { pointRoutes } from './features/points/routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { joinDraft } from './features/proofs/drafts/drafts.ts'
import { proofRoutes } from './features/proofs/routes.ts'
import { taskTitlesOf } from './features/proofs/service.ts'
import { plainRegistrationForm } from './features/registrations/registering/plain-form-routes.ts'
import { registrationRoutes } from './features/registrations/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { taskRoutes } from './features/tasks/routes.ts'
import { createMeasures } from './measure-queues.ts'
import { findClientFile } from './platform/client-files/client-files.ts'
import type { Viewer } from './platform/http/access.ts'
import { connectionRoute } from './platform/http/connection.ts'
import { traceRequests } from './platform/http/observing/trace-requests.ts'
import { policyReportRoute } from './platform/http/policy-reports/policy-reports.ts'
import { type PageContent, servePages } from './platform/http/replies/pages.ts'
import { securityTextRoute } from './platform/http/security-text.ts'
import { createServer, type ServerOptions } from './platform/http/server.ts'
import { systemRoutes } from './platform/http/system.ts'
import type { LiveHub } from './platform/live/hub.ts'
import type { Platform } from './platform/platform.ts'
import { sessionCookie } from './platform/sessions/cookie.ts'
import type { Tracing } from './platform/tracing/tracing.ts'

type Parts = {
  platform: Platform
  hub: LiveHub
  clientFolder: string
  onUnlisted?: ServerOptions['onUnlisted']
  limits?: ServerOptions['limits']
  tracing?: Tracing
}

/** The whole product on one page. A new slice adds one line. */
export function createApp({ platform, hub, clientFolder, onUnlisted, limits, tracing }: Parts): FastifyInstance {
  const identify = createIdentify(platform)
  const app = createServer(platform, { identify, onUnlisted, limits })
  if (tracing) traceRequests(app, tracing)

  systemRoutes(app, { platform, hub, names: { ...api, examples }, measures: createMeasures(platform) })
  securityTextRoute(app, platform)
  policyReportRoute(app, platform)
  connectionRoute(app, (token) => isDoctorToken(platform, token))
  authRoutes(app, platform, { companyNameOf: (companyId) => companies.nameOf(platform, companyId), moveDevice })
  companyRoutes(app, platform)
  notificationRoutes(app, platform)
  administratorRoutes(app, platform)
  fileRoutes(app, platform, joinDraft)
  taskRoutes(app, platform)
  pointRoutes(app, platform, (ids) => taskTitlesOf(platform, ids))
  proofRoutes(app, platform)
  leaderboardRoutes(app, platform)
  eventRoutes(app, platform, attendeeMails.eventHooks)
  registrationRoutes(app, platform, attendeeMails.withdrawMails)
  attendeeMailRoutes(app, platform)
  doorRoutes(app, platform)
  analyticsRoutes(app, platform)
  reportRoutes(app, platform)
  privacyRoutes(app, platform)

  const cookie = sessionCookie(platform.config)
  const render = createRenderEventPage(platform, clientFolder)

  async function content(request: FastifyRequest): Promise<PageContent> {
    if (isTeamPage(request.url)) return { rendered: { page: 'team' } }
    const secret = cookie.read(request)
    const viewer = secret ? await identify(secret) : undefined
    const signedOut = secret && !viewer ? await auth.endReason(platform, secret) : undefined
    const known = {
      user: viewer ? await auth.currentUser(platform, viewer.userId) : null,
      signedOut,
      timeZone: platform.config.timeZone,
      supportEmail: platform.config.supportEmail,
      maintenance: viewer ? ((await platform.maintenance.read())?.sentence ?? null) : undefined,
    }
    const page = await eventOfPage(platform, request.url)
    if (page)
      return { ...(await eventContent(request.url, page.event)), known: Boot.parse({ ...known, event: page.event }) }
    // Told once, where it is shown: without the cookie nobody asks again.
    const headers = signedOut ? { 'set-cookie': cookie.take() } : undefined
    if (!viewer && isLanding(request.url)) return { known: Boot.parse(known), headers, rendered: { page: 'landing' } }
    const status = viewer && !isPageOf(viewer, request.url) ? 404 : 200
    return { known: Boot.parse(known), headers, status, drawn: drawnPage(viewer, request.url) }
  }

  async function eventContent(url: string, event: PublicEvent | undefined, submission?: PlainSubmission) {
    const isPlain = isPlainEventPage(url)
    const markup = isPlain ? await render(event, submission) : undefined
    return {
      status: event || !isPlain ? undefined : 404,
      // By default a form tells no origin at all, and would be taken for that of another site.
      headers: { 'referrer-policy': 'same-origin' },
      preview: event && previewOf(event, platform.config),
      rendered: markup === undefined ? undefined : ({ page: 'event', markup } as const),
    }
  }

  const { publicUrl, offlineApp } = platform.config
  const findFile = (name: string) => findClientFile(platform.db, name)
  const send = servePages(app, { folder: clientFolder, publicUrl, offlineApp, content, findFile })
  if (send) {
    plainRegistrationForm(app, platform, {
      send,
      content: async (url, submission) => {
        const { event } = (await eventOfPage(platform, url)) ?? {}
        const { timeZone, supportEmail } = platform.config
        const known = Boot.parse({ user: null, timeZone, supportEmail, event, submission })
        return { ...(await eventContent(url, event, submission)), known }
      },
    })
  }
  return app
}

/** The page of a team link is the same for everybody, signed in or not. */
function isTeamPage(url: string): boolean {
  const [path, query] = url.split('?')
  return path === '/' && new URLSearchParams(query).has('team')
}

/** Whoever is not signed in sees the landing page at every address that is not public. */
function isLanding(url: string): boolean {
  return !isPageFor('visitor', url) && !isPageFor('everyone', url)
}

/** The page that the product's script draws at this address. */
function drawnPage(viewer: Viewer | undefined, url: string): string | undefined {
  const role = viewer ? roleOf(viewer) : 'visitor'
  const path = findPagePath(role, url)
  return path && `${role} ${path}`
}

const roleOf = ({ isAdmin }: Viewer) => (isAdmin ? 'administrator' : 'company')

const linkNames = ['reset', 'setup', 'unsubscribe', 'confirm']

/** A mailed link opens its form also where somebody is signed in. */
function isPageOf(viewer: Viewer, url: string): boolean {
  const { pathname, searchParams } = new URL(url, 'http://page')
  if (pathname === '/login' && linkNames.some((name) => searchParams.has(name))) return true
  return isPageFor('everyone', url) || isPageFor(roleOf(viewer), url)
}
