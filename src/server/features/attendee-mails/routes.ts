import type { FastifyInstance } from 'fastify'
import * as agreed from '#contract/attendee-mails/endpoints.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as messages from './messages/messages.ts'
import { unsubscribeRoutes } from './unsubscribing/unsubscribe-routes.ts'

export function attendeeMailRoutes(app: FastifyInstance, platform: Platform) {
  unsubscribeRoutes(app, platform)

  route(app, agreed.listEventMessages, ({ params }) => messages.list(platform, params.id))

  route(app, agreed.previewEventMessage, ({ params, body }) => messages.preview(platform, params.id, body))

  // Uses the platform of the call, which sends once per `Idempotency-Key`.
  route(app, agreed.sendEventMessage, ({ params, body, viewer, platform: once }) =>
    messages.send(once, viewer, params.id, body),
  )

  route(app, agreed.retryMessageMails, ({ params, viewer }) =>
    messages.retryMails(platform, viewer, params.id, params.messageId),
  )
}
