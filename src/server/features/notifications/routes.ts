import type { FastifyInstance } from 'fastify'
import {
  changeNotificationChoices,
  openUnsubscription,
  readNotificationChoices,
  undoUnsubscription,
  unsubscribe,
} from '#contract/notifications/endpoints.ts'
import { readPushDevice, removePushDevice, setPushDevice } from '#contract/notifications/push.ts'
import { rawRoute, route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { pageOfLink } from './notices.ts'
import * as push from './push/push.ts'
import * as notifications from './service.ts'

/** Limit of the body that a mail program sends; the body is ignored. */
const bodyLimit = 4 * 1024

export function notificationRoutes(app: FastifyInstance, platform: Platform) {
  route(app, readNotificationChoices, ({ viewer }) => notifications.readChoices(platform, viewer.userId))

  route(app, changeNotificationChoices, ({ body, viewer, platform }) =>
    notifications.changeChoices(platform, viewer.userId, body),
  )

  route(app, readPushDevice, ({ viewer }) => push.readDevice(platform, viewer))
  route(app, setPushDevice, ({ body, viewer, platform }) => push.setDevice(platform, viewer, body))
  route(app, removePushDevice, ({ viewer, platform }) => push.removeDevice(platform, viewer))

  rawRoute(app, openUnsubscription, async (request, reply) => {
    const { token } = request.params as { token: string }
    return reply.redirect(pageOfLink(encodeURIComponent(token)), 302)
  })

  app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, _source, done) => done(null))
    route(forms, unsubscribe, ({ params, platform }) => notifications.chooseByLink(platform, params.token, false))
  })

  route(app, undoUnsubscription, ({ params, platform }) => notifications.chooseByLink(platform, params.token, true))
}
