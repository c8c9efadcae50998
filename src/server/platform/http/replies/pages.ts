import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '#contract/branding/mail-layout.ts'
import type { ClientFile } from '#server/platform/client-files/client-files.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { describeError } from '#server/platform/log/describe-error.ts'
import { answerOtherMethod, methodsOf, pathOf } from '../methods.ts'
import { sendProblem } from './problems.ts'

type Options = {
  folder: string
  publicUrl: string
  /** True if the company app works offline. */
  offlineApp: boolean
  content: (request: FastifyRequest) => Promise<PageContent>
  /** Finds a built file of another release, for its open pages. */
  findFile: (name: string) => Promise<ClientFile | undefined>
}

export type PageContent = {
  status?: number
  /** Data for the first screen, embedded in the page. */
  known?: unknown
  headers?: Record<string, string>
  /** Link preview for chats, on pages with a specific subject. */
  preview?: Preview
  /** A server-rendered page; without it the script draws the page. */
  rendered?: Rendered
  /** The page that the script draws, such as `company /settings`; its scripts are preloaded. */
  drawn?: string
}
/** The build renders the landing page; an event page embeds its markup; a team link's page has a separate script. */
export type Rendered = { page: 'landing' } | { page: 'team' } | { page: 'event'; markup: string }
export type Preview = { title: string; description: string; url: string; image: string }

export type SendPage = (request: FastifyRequest, reply: FastifyReply, content: PageContent) => Promise<FastifyReply>

/** Serves the built client: hashed files are immutable, the page is never cached. */
export function servePages(
  app: FastifyInstance,
  { folder, publicUrl, offlineApp, content, findFile }: Options,
): SendPage | undefined {
  const templates = readTemplates(folder, publicUrl)
  const page = templates?.app
  const send = templates && createSendPage(templates)
  if (page) {
    app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      dotfiles: 'ignore',
      globIgnore: ['**/index.html', '**/*.br', '**/*.gz', ...(offlineApp ? [] : [`**${appWorker}`])],
      cacheControl: false,
      setHeaders: (response, path) => {
        response.header('cache-control', path.includes('/assets/') ? forever : 'public, max-age=300')
      },
    })
    if (!offlineApp) sendWorkerThatRemovesItself(app, folder)
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const methods = methodsOf(app, request.url)
    if (methods.length > 0) return answerOtherMethod(request, reply, methods)
    const [, name] = builtFile.exec(path) ?? []
    const file = name && isPage ? await findFile(name) : undefined
    if (file) return sendFile(file, request, reply)
    if (!page || !isPage || noPage.test(path)) {
      const isFile = !isPage && app.hasRoute({ method: 'GET', url: pathOf(request.url) })
      const isOtherMethod = isFile || (page && !isPage && !noPage.test(path))
      if (isOtherMethod) return answerOtherMethod(request, reply, ['GET', 'HEAD'])
      return sendProblem(new Problem('not-found'), request, reply)
    }
    // Without the database the page still loads, requests its data and reports the error.
    const found = await content(request).catch((error: unknown): PageContent => {
      request.log.error(
        { error: describeError(error), requestId: request.id },
        'the content of a page could not be read',
      )
      return {}
    })
    return send?.(request, reply, found)
  })
  return send
}

const forever = 'public, max-age=31536000, immutable'
const builtFile = /^\/assets\/([\w.-]{1,100})$/

async function sendFile({ contentType, gzipped }: ClientFile, { headers }: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', forever).header('vary', 'accept-encoding').type(contentType)
  if (!headers['accept-encoding']?.includes('gzip')) return reply.send(await promisify(gunzip)(gzipped))
  return reply.header('content-encoding', 'gzip').send(gzipped)
}

const appWorker = '/app-worker.js'

/** Browsers fetch a newer service worker at every visit; this one unregisters the old one. */
function sendWorkerThatRemovesItself(app: FastifyInstance, folder: string) {
  const source = readFileSync(join(folder, 'app-worker-off.js'), 'utf8')
  app.get(appWorker, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(source),
  )
}

/** Templates from the build (scripts/build/page-templates.mjs); the product's script draws pages without a template. */
type Templates = {
  app: string
  landing?: string
  event?: string
  team?: string
  /** Preload links by page that the script draws. */
  preloads: Record<string, string>
}

function readTemplates(folder: string, publicUrl: string): Templates | undefined {
  const read = (path: string) => {
    const file = join(folder, path)
    if (!existsSync(file)) return undefined
    // Chats fetch the preview image separately and cannot resolve a relative address.
    return readFileSync(file, 'utf8').replace('content="/og.png"', `content="${publicUrl}/og.png"`)
  }
  const app = read('index.html')
  return app === undefined
    ? undefined
    : {
        app,
        landing: read('../pages/landing.html'),
        event: read('../pages/event.html'),
        team: read('../pages/team.html'),
        preloads: readPreloads(read('../pages/scripts.json') ?? '{}'),
      }
}

function readPreloads(scripts: string): Record<string, string> {
  const linkTo = (file: string) => `<link rel="modulepreload" crossorigin href="${file}">`
  const pages = Object.entries(JSON.parse(scripts) as Record<string, string[]>)
  return Object.fromEntries(pages.map(([page, files]) => [page, files.map(linkTo).join('')]))
}

/** Embeds the known data in the page. */
function createSendPage(templates: Templates): SendPage {
  const policySources = hashesOfScripts(templates.app)
  const compressed = keepLast(compress)
  return async (request, reply, { status = 200, known, preview, headers = {}, rendered, drawn }) => {
    const script = known
      ? `<script type="application/json" id="boot">${JSON.stringify(known).replaceAll('<', '\\u003c')}</script>`
      : ''
    const base = templateFor(templates, rendered)
    const preloads = (drawn && templates.preloads[drawn]) ?? ''
    const text = (preview ? base.replace(defaultTags, '') : base).replace(
      '</head>',
      () => `${preview ? tagsOf(preview) : ''}${preloads}${script}</head>`,
    )
    const policy = String(reply.getHeader('content-security-policy'))
    reply
      .code(status)
      .headers(headers)
      .header('content-security-policy', policy.replace("script-src 'self'", `script-src 'self'${policySources}`))
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
    if (!rendered || !request.headers['accept-encoding']?.includes('gzip')) return reply.send(text)
    // Nearly every visitor of the landing page gets the same text, so cache its compression.
    const bytes = rendered.page === 'landing' ? await compressed(text) : await compress(text)
    return reply.header('content-encoding', 'gzip').send(bytes)
  }
}

function templateFor(templates: Templates, rendered: Rendered | undefined): string {
  if (rendered?.page === 'landing') return templates.landing ?? templates.app
  if (rendered?.page === 'team') return templates.team ?? templates.app
  if (rendered && templates.event) return templates.event.replace(eventRoot, (start) => start + rendered.markup)
  return templates.app
}
const eventRoot = '<div id="root" data-rendered="event">'

/** Hashes of the inline script, which sets the theme before the first paint. */
function hashesOfScripts(page: string): string {
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)]
    .map(([, source = '']) => ` 'sha256-${createHash('sha256').update(source).digest('base64')}'`)
    .join('')
}

const compress = promisify<string, Buffer>(gzip)

/** Caches the last result. */
function keepLast(work: (text: string) => Promise<Buffer>): (text: string) => Promise<Buffer> {
  let last: { text: string; result: Promise<Buffer> } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, result: work(text) }
    return last.result
  }
}

/**
 * Paths that are no page: a last part with a dot is a file, a leading dot is hidden. Below `/api` only the document is
 * a page.
 */
const noPage = /^\/api(?!\/docs\/?$)(\/|$)|\/\.|\.[^/]*$/

const defaultTags =
  /<title>[^<]*<\/title>|<meta\s[^<>]*(?:name="description"|property="og:(?:title|description|url|image|image:alt)")[^<>]*>/g

const tagsOf = ({ title, description, url, image }: Preview) =>
  html`<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${image}">
<meta property="og:image:alt" content="${title}">
`.markup
