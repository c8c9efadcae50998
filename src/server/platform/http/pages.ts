import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '#contract/mail-layout.ts'
import { Problem } from '../errors/problem.ts'
import { answerOtherMethod, methodsOf, pathOf } from './methods.ts'
import { rootOf, sendProblem } from './problems.ts'

type Options = {
  folder: string
  publicUrl: string
  content: (request: FastifyRequest) => Promise<PageContent>
}

export type PageContent = {
  status?: number
  /** What the first screen needs to know, written into the page. */
  known?: unknown
  headers?: Record<string, string>
  /** What a chat shows of a link to this page, where it is about something of its own. */
  preview?: Preview
  /** The first screen itself, where the server renders it. */
  markup?: string
}
export type Preview = { title: string; description: string; url: string; image: string }

export type SendPage = (request: FastifyRequest, reply: FastifyReply, content: PageContent) => Promise<FastifyReply>

/** Serves the built client: hashed files for ever, the page itself never from a cache. */
export function servePages(app: FastifyInstance, { folder, publicUrl, content }: Options): SendPage | undefined {
  const pageFile = join(folder, 'index.html')
  const built = existsSync(pageFile) ? readFileSync(pageFile, 'utf8') : undefined
  // Chats fetch the preview picture by itself and know no relative address.
  const page = built?.replace('content="/og.png"', `content="${publicUrl}/og.png"`)

  const send = page ? createSendPage(page) : undefined
  if (page) {
    app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      dotfiles: 'ignore',
      globIgnore: ['**/index.html', '**/*.br', '**/*.gz'],
      cacheControl: false,
      setHeaders: (response, path) => {
        const forever = path.includes('/assets/')
        response.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
      },
    })
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const methods = methodsOf(app, request.url)
    if (methods.length > 0) return answerOtherMethod(request, reply, methods)
    if (!page || !isPage || noPage.test(path)) {
      const isFile = !isPage && app.hasRoute({ method: 'GET', url: pathOf(request.url) })
      const isOtherMethod = isFile || (page && !isPage && !noPage.test(path))
      if (isOtherMethod) return answerOtherMethod(request, reply, ['GET', 'HEAD'])
      return sendProblem(new Problem('not-found'), request, reply)
    }
    // With the database away the page still comes, asks by itself, and says what is wrong.
    const found = await content(request).catch((error: unknown): PageContent => {
      request.log.error({ error: rootOf(error), requestId: request.id }, 'the content of a page could not be read')
      return {}
    })
    return send?.(request, reply, found)
  })
  return send
}

/** Writes what is known about a page into it. */
function createSendPage(page: string): SendPage {
  const rendered = contentFirst(page)
  return async (request, reply, { status = 200, known, preview, headers = {}, markup }) => {
    const script = known
      ? `<script type="application/json" id="boot">${JSON.stringify(known).replaceAll('<', '\\u003c')}</script>`
      : ''
    const base = markup ? rendered.replace(emptyRoot, () => `<div id="root" data-rendered>${markup}</div>`) : page
    const text = (preview ? base.replace(usualTags, '') : base).replace(
      '</head>',
      () => `${preview ? tagsOf(preview) : ''}${script}</head>`,
    )
    reply
      .code(status)
      .headers(headers)
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
    if (!markup || !request.headers['accept-encoding']?.includes('gzip')) return reply.send(text)
    return reply.header('content-encoding', 'gzip').send(await compress(text))
  }
}

const compress = promisify(gzip)
const emptyRoot = '<div id="root"></div>'

/** On a slow connection the text and its stylesheet come first; fonts and scripts wait until it can be read. */
function contentFirst(page: string): string {
  const scripts: string[] = []
  const withoutScripts = page
    .replace(/\s*<link rel="preload" as="font"[^>]*>/g, '')
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(/\s*<script type="module"[^>]*><\/script>/g, (script) => {
      scripts.push(script.trim().replace('<script', '<script fetchpriority="low"'))
      return ''
    })
  return withoutScripts.replace('</body>', () => `${scripts.join('')}</body>`)
}

/** A last part with a dot asks for a file, a part that begins with one for something hidden; we have neither. */
const noPage = /^\/api(\/|$)|\/\.|\.[^/]*$/

const usualTags =
  /<title>[^<]*<\/title>|<meta\s[^>]*(?:name="description"|property="og:(?:title|description|url|image|image:alt)")[^>]*>/g

const tagsOf = ({ title, description, url, image }: Preview) =>
  html`<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${image}">
<meta property="og:image:alt" content="${title}">
`.markup
