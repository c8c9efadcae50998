import type { FastifyInstance } from 'fastify'
import { resumeAttendeeMails, stopAttendeeMails } from '#contract/attendee-mails/unsubscribing.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { setMailsOff } from './unsubscribe.ts'

export function unsubscribeRoutes(app: FastifyInstance, platform: Platform) {
  app.register(async (oneClick) => {
    // A mail program posts `List-Unsubscribe=One-Click` as a form of either kind (RFC 8058). The URL is enough.
    oneClick.removeAllContentTypeParsers()
    oneClick.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, done) => done(null))
    route(oneClick, stopAttendeeMails, ({ params, query }) => setMailsOff(platform, params.id, query.token, true))
  })

  route(app, resumeAttendeeMails, ({ params, query }) => setMailsOff(platform, params.id, query.token, false))
}
