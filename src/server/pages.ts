import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Boot } from '#contract/boot.ts'
import { findPagePath, isPageFor } from '#contract/pages.ts'
import type { PlainSubmission } from '#contract/registrations/plain-form.ts'
import * as auth from './features/auth/service.ts'
import { createEventContent, eventOfPage } from './features/events/slice.ts'
import { plainRegistrationForm } from './features/registrations/slice.ts'
import { findClientFile } from './platform/client-files/client-files.ts'
import type { Identify, Viewer } from './platform/http/access.ts'
import { type PageContent, servePages } from './platform/http/replies/pages.ts'
import type { Platform } from './platform/platform.ts'
import { sessionCookie } from './platform/sessions/cookie.ts'

type Parts = { platform: Platform; identify: Identify; clientFolder: string }

/** Serves the client's files and pages. A page embeds the data of its script's first request. */
export function pageRoutes(app: FastifyInstance, { platform, identify, clientFolder }: Parts) {
  const { config } = platform
  const cookie = sessionCookie(config)
  const eventContent = createEventContent(platform, clientFolder)

  async function content(request: FastifyRequest): Promise<PageContent> {
    const { timeZone, supportEmail } = config
    if (isTeamPage(request.url))
      return { known: Boot.parse({ user: null, timeZone, supportEmail }), rendered: { page: 'team' } }
    const secret = cookie.read(request)
    const viewer = secret ? await identify(secret) : undefined
    const signedOut = secret && !viewer ? await auth.endReason(platform, secret) : undefined
    const known = {
      user: viewer ? await auth.currentUser(platform, viewer.userId) : null,
      signedOut,
      timeZone,
      supportEmail,
      maintenance: viewer ? ((await platform.maintenance.read())?.sentence ?? null) : undefined,
    }
    const page = await eventOfPage(platform, request.url)
    if (page)
      return { ...(await eventContent(request.url, page.event)), known: Boot.parse({ ...known, event: page.event }) }
    // Clears the cookie, so that the reason for the ended session appears only once.
    const headers = signedOut ? { 'set-cookie': cookie.take() } : undefined
    if (!viewer && isLanding(request.url)) return { known: Boot.parse(known), headers, rendered: { page: 'landing' } }
    const status = viewer && !isPageOf(viewer, request.url) ? 404 : 200
    return { known: Boot.parse(known), headers, status, drawn: drawnPage(viewer, request.url) }
  }

  async function contentOfForm(url: string, submission: PlainSubmission): Promise<PageContent> {
    const { event } = (await eventOfPage(platform, url)) ?? {}
    const { timeZone, supportEmail } = config
    const known = Boot.parse({ user: null, timeZone, supportEmail, event, submission })
    return { ...(await eventContent(url, event, submission)), known }
  }

  const { publicUrl, offlineApp } = config
  const findFile = (name: string) => findClientFile(platform.db, name)
  const send = servePages(app, { folder: clientFolder, publicUrl, offlineApp, content, findFile })
  if (send) plainRegistrationForm(app, platform, { send, content: contentOfForm })
}

/** The page of a team link is the same for everybody, signed in or not. */
function isTeamPage(url: string): boolean {
  const [path, query] = url.split('?')
  return path === '/' && new URLSearchParams(query).has('team')
}

/** Signed-out visitors get the landing page at every address that is not public. */
function isLanding(url: string): boolean {
  return !isPageFor('visitor', url) && !isPageFor('everyone', url)
}

const linkNames = ['reset', 'setup', 'unsubscribe', 'confirm']

/** A mailed link opens its form for signed-in people too. */
function isPageOf(viewer: Viewer, url: string): boolean {
  const { pathname, searchParams } = new URL(url, 'http://page')
  if (pathname === '/login' && linkNames.some((name) => searchParams.has(name))) return true
  return isPageFor('everyone', url) || isPageFor(roleOf(viewer), url)
}

/** The page that the client's script renders at this address. */
function drawnPage(viewer: Viewer | undefined, url: string): string | undefined {
  const role = viewer ? roleOf(viewer) : 'visitor'
  const path = findPagePath(role, url)
  return path && `${role} ${path}`
}

const roleOf = ({ isAdmin }: Viewer) => (isAdmin ? 'administrator' : 'company')
