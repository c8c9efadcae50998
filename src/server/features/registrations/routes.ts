import type { FastifyInstance } from 'fastify'
import * as agreed from '#contract/registrations/endpoints.ts'
import * as agreedOwnRegistration from '#contract/registrations/own-registration.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as attendeeLink from './attendee-link/attendee-link.ts'
import { confirm } from './confirming/confirm.ts'
import * as decisions from './decisions.ts'
import { createRegister } from './registering/register.ts'
import * as registrations from './service.ts'

export function registrationRoutes(
  app: FastifyInstance,
  platform: Platform,
  withdrawMails: registrations.WithdrawMails,
) {
  const register = createRegister(platform)
  route(app, agreed.register, ({ params, body, address, request }) =>
    register(params.id, body, { address, requestId: request.id }),
  )

  route(app, agreed.listRegistrations, ({ params, query }) => registrations.list(platform, params.id, query))

  route(app, agreed.countRegistrations, ({ params }) => registrations.count(platform, params.id))

  route(app, agreed.exportRegistrations, ({ params, query, viewer, platform }) =>
    registrations.exportList(platform, viewer, params.id, query),
  )

  route(app, agreed.readDoorList, ({ params }) => registrations.doorList(platform, params.id))

  route(app, agreed.decideRegistration, ({ params, body, viewer, platform }) =>
    decisions.decide(platform, viewer, params.id, params.attendeeId, body),
  )

  route(app, agreed.decideRegistrations, ({ params, body, viewer, platform }) =>
    decisions.decideMany(platform, viewer, params.id, body),
  )

  route(app, agreed.reopenRegistration, ({ params, viewer, platform }) =>
    decisions.reopen(platform, viewer, params.id, params.attendeeId, withdrawMails),
  )

  route(app, agreed.resendMail, ({ params, viewer, platform }) =>
    decisions.resend(platform, viewer, params.id, params.attendeeId),
  )

  route(app, agreed.reissueCode, ({ params, viewer, platform }) =>
    decisions.reissue(platform, viewer, params.id, params.attendeeId, withdrawMails),
  )

  route(app, agreed.retryMails, ({ params, viewer, platform }) => registrations.retryMails(platform, viewer, params.id))

  route(app, agreed.readQrPicture, ({ params }) => decisions.picture(platform, params.id, params.attendeeId))

  route(app, agreedOwnRegistration.readOwnRegistration, ({ params, body }) =>
    attendeeLink.read(platform, params.id, body.token),
  )

  route(app, agreedOwnRegistration.cancelOwnRegistration, ({ params, body, platform }) =>
    attendeeLink.cancel(platform, params.id, body.token, withdrawMails),
  )

  route(app, agreedOwnRegistration.confirmRegistration, ({ params, body, platform }) =>
    confirm(platform, params.id, body.token),
  )

  route(app, agreedOwnRegistration.acceptOffer, ({ params, body, platform }) =>
    attendeeLink.accept(platform, params.id, body.token),
  )

  route(app, agreedOwnRegistration.resendOwnMail, ({ params, body, platform }) =>
    attendeeLink.resend(platform, params.id, body.token),
  )

  route(app, agreed.sendTestMail, async ({ params, body, viewer, platform }) => {
    await decisions.testMail(platform, viewer, params.id, body)
    return { message: 'The email is on its way to you.' }
  })
}
