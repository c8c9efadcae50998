import type { FastifyInstance } from 'fastify'
import {
  createEvent,
  deleteEvent,
  downloadCalendar,
  editEvent,
  listEvents,
  readEvent,
} from '#contract/events/endpoints.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as events from './service.ts'

export function eventRoutes(app: FastifyInstance, platform: Platform) {
  route(app, listEvents, ({ viewer }) => events.list(platform, viewer))

  route(app, readEvent, ({ params, viewer }) => events.read(platform, viewer, params.id))

  route(app, createEvent, ({ body, viewer }) => events.create(platform, viewer, body))

  route(app, editEvent, ({ params, body, viewer }) => events.edit(platform, viewer, params.id, body))

  route(app, deleteEvent, async ({ params, viewer }) => {
    await events.remove(platform, viewer, params.id)
    return { message: 'The event has been deleted.' }
  })

  route(app, downloadCalendar, ({ params, viewer }) => events.calendar(platform, viewer, params.id))
}
