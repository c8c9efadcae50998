import type { FastifyInstance } from 'fastify'
import {
  cancelEvent,
  createEvent,
  deleteEvent,
  downloadCalendar,
  editEvent,
  eventKey,
  listEvents,
  readEvent,
  readEventCard,
} from '#contract/events/endpoints.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { rawRoute, route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findCard } from './pages/pages.ts'
import * as events from './service.ts'

export function eventRoutes(app: FastifyInstance, platform: Platform, hooks: events.EventHooks) {
  route(app, listEvents, ({ viewer }) => events.list(platform, viewer))

  route(app, readEvent, ({ params, viewer }) => events.read(platform, viewer, params.id))

  route(app, createEvent, ({ body, viewer, platform }) => events.create(platform, viewer, body))

  route(app, editEvent, ({ params, body, viewer, platform }) => events.edit(platform, viewer, params.id, body, hooks))

  route(app, cancelEvent, ({ params, body, viewer, platform }) =>
    events.cancel(platform, viewer, params.id, body.reason || null, hooks),
  )

  route(app, deleteEvent, async ({ params, viewer, platform }) => {
    await events.remove(platform, viewer, params.id)
    return { message: 'The event has been deleted.' }
  })

  route(app, downloadCalendar, ({ params, viewer }) => events.calendar(platform, viewer, params.id))

  rawRoute(app, readEventCard, async (request, reply) => {
    const key = eventKey.safeParse(request.params)
    if (!key.success) throw new Problem('not-found')
    const { v } = readEventCard.query?.parse(request.query) ?? {}
    const { version, etag, draw } = await findCard(platform, key.data.id)
    // The version in the address changes with the picture. Another version is cached briefly: it may be older or
    // newer.
    reply.header('cache-control', v === version ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    reply.header('etag', etag)
    // Compressing proxies make the ETag weak, and browsers may send several.
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.type('image/png').send(await draw())
  })
}
