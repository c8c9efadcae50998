import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../errors/problem.ts'
import { sendProblem } from './problems.ts'

type Options = {
  folder: string
  publicUrl: string
  /** What the first screen needs to know, written into the page. */
  boot: (request: FastifyRequest) => Promise<unknown>
}

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
    const script = await boot(request).then(
      (known) =>
        `<script type="application/json" id="boot">${JSON.stringify(known).replaceAll('<', '\\u003c')}</script>`,
      // With the database away the page still comes, asks by itself, and says what is wrong.
      () => '',
    )
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replace('</head>', () => `${script}</head>`))
  })
}
