import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../errors/problem.ts'
import { html } from '../mail/layout.ts'
import { sendProblem } from './problems.ts'

type Options = {
  folder: string
  publicUrl: string
  boot: (request: FastifyRequest) => Promise<Boot>
}

type Boot = {
  /** What the first screen needs to know, written into the page. */
  known: unknown
  headers?: Record<string, string>
  /** What a chat shows of a link to this page, where it is about something of its own. */
  preview?: Preview
}
export type Preview = { title: string; description: string; url: string }

/** Serves the built client: hashed files for ever, the page itself never from a cache. */
export function servePages(app: FastifyInstance, { folder, publicUrl, boot }: Options) {
  const pageFile = join(folder, 'index.html')
  const built = existsSync(pageFile) ? readFileSync(pageFile, 'utf8') : undefined
  // Chats fetch the preview picture by itself and know no relative address.
  const page = built?.replace('content="/og.png"', `content="${publicUrl}/og.png"`)

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
    // A last part with a dot asks for a file, a part that begins with one for something hidden; we have neither.
    if (!page || !isPage || /^\/api(\/|$)|\/\.|\.[^/]*$/.test(path)) {
      return sendProblem(new Problem('not-found'), request, reply)
    }
    // With the database away the page still comes, asks by itself, and says what is wrong.
    const { known, preview, headers = {} } = await boot(request).catch((): Partial<Boot> => ({}))
    const script = known
      ? `<script type="application/json" id="boot">${JSON.stringify(known).replaceAll('<', '\\u003c')}</script>`
      : ''
    const [base, tags] = preview ? [page.replace(usualTags, ''), tagsOf(preview)] : [page, '']
    return reply
      .headers(headers)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(base.replace('</head>', () => `${tags}${script}</head>`))
  })
}

const usualTags =
  /<title>[^<]*<\/title>|<meta\s[^>]*(?:name="description"|property="og:(?:title|description|url)")[^>]*>/g

const tagsOf = ({ title, description, url }: Preview) =>
  html`<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
`.markup
