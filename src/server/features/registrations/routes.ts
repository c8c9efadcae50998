import type { FastifyInstance } from 'fastify'
import { cancelEvent, editEvent } from '#contract/events/endpoints.ts'
import * as agreed from '#contract/registrations/endpoints.ts'
import * as agreedMessages from '#contract/registrations/messages.ts'
import * as agreedOwn from '#contract/registrations/own-registration.ts'
import { route } from '#server/platform/http/route.ts'
import { withRequestLog } from '#server/platform/log/log.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as own from './attendee-link/attendee-link.ts'
import * as decisions from './decisions.ts'
import * as cancellation from './event-cancellation/event-cancellation.ts'
import * as moves from './event-moves/event-moves.ts'
import * as messages from './messages/messages.ts'
import { createRegister } from './registering/register.ts'
import * as registrations from './service.ts'
import { unsubscribeRoutes } from './unsubscribing/unsubscribe-routes.ts'

export function registrationRoutes(app: FastifyInstance, platform: Platform) {
  const register = createRegister(platform)
  route(app, agreed.register, ({ params, body, address }) => register(params.id, body, address))

  route(app, agreed.listRegistrations, ({ params, query }) => registrations.list(platform, params.id, query))

  route(app, agreed.countRegistrations, ({ params }) => registrations.count(platform, params.id))

  route(app, agreed.exportRegistrations, ({ params, query, viewer, request }) =>
    registrations.exportList(withRequestLog(platform, request.id), viewer, params.id, query),
  )

  route(app, agreed.readDoorList, ({ params }) => registrations.doorList(platform, params.id))

  route(app, agreed.decideRegistration, ({ params, body, viewer }) =>
    decisions.decide(platform, viewer, params.id, params.attendeeId, body),
  )

  route(app, agreed.decideRegistrations, ({ params, body, viewer }) =>
    decisions.decideMany(platform, viewer, params.id, body),
  )

  route(app, agreed.reopenRegistration, ({ params, viewer }) =>
    decisions.reopen(platform, viewer, params.id, params.attendeeId),
  )

  route(app, agreed.resendMail, ({ params, viewer }) =>
    decisions.resend(platform, viewer, params.id, params.attendeeId),
  )

  route(app, agreed.reissueCode, ({ params, viewer }) =>
    decisions.reissue(platform, viewer, params.id, params.attendeeId),
  )

  route(app, agreed.retryMails, ({ params, viewer }) => registrations.retryMails(platform, viewer, params.id))

  route(app, agreed.readQrPicture, ({ params }) => decisions.picture(platform, params.id, params.attendeeId))

  route(app, agreedOwn.readOwnRegistration, ({ params, body }) => own.read(platform, params.id, body.token))

  route(app, agreedOwn.cancelOwnRegistration, ({ params, body }) => own.cancel(platform, params.id, body.token))

  route(app, agreedOwn.acceptOffer, ({ params, body }) => own.accept(platform, params.id, body.token))

  route(app, agreedOwn.resendOwnMail, ({ params, body }) => own.resend(platform, params.id, body.token))

  unsubscribeRoutes(app, platform)

  route(app, agreedMessages.listEventMessages, ({ params }) => messages.list(platform, params.id))

  route(app, agreedMessages.previewEventMessage, ({ params, body }) => messages.preview(platform, params.id, body))

  // Through the platform of the call: sent once for an `Idempotency-Key`.
  route(app, agreedMessages.sendEventMessage, ({ params, body, viewer, platform: once }) =>
    messages.send(once, viewer, params.id, body),
  )

  // Agreements about events; the emails they send are this slice's.
  route(app, editEvent, ({ params, body, viewer }) => moves.edit(platform, viewer, params.id, body))

  route(app, cancelEvent, ({ params, body, viewer }) =>
    cancellation.cancel(platform, viewer, params.id, body.reason || null),
  )

  route(app, agreed.sendTestMail, async ({ params, body, viewer }) => {
    await decisions.testMail(platform, viewer, params.id, body)
    return { message: 'The email is on its way to you.' }
  })
}
