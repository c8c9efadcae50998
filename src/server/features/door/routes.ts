import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  checkIn,
  closeCheckIn,
  createDoorPass,
  listDoorPasses,
  listDoorScans,
  openCheckIn,
  readDoor,
  readOfflineList,
  revokeDoorPass,
  searchDoor,
  undoCheckIn,
} from '#contract/door/endpoints.ts'
import { doorPassHeader } from '#contract/endpoint.ts'
import { eventKey } from '#contract/events/endpoints.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { rawRoute, route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createCheckIn } from './check-in/check-in.ts'
import * as checkInWindow from './check-in/check-in-window.ts'
import { authorizeDoor } from './door-access.ts'
import { OfflineLists } from './offline-list.ts'
import * as passes from './passes.ts'
import * as door from './service.ts'

export function doorRoutes(app: FastifyInstance, platform: Platform) {
  const lists = new OfflineLists(platform)
  const accessTo = (key: string, request: FastifyRequest) => authorizeDoor(platform, key, asking(request))

  const letIn = createCheckIn(platform)
  route(app, checkIn, async ({ params, body, request }) => letIn(await accessTo(params.id, request), body))

  route(app, undoCheckIn, async ({ params, request, platform }) =>
    door.undoCheckIn(platform, await accessTo(params.id, request), params.registrationId),
  )

  route(app, readDoor, async ({ params, request }) => door.read(platform, await accessTo(params.id, request)))

  route(app, searchDoor, async ({ params, query, request }) =>
    door.search(platform, await accessTo(params.id, request), query.q),
  )

  // Serve cached bytes: sealing ten thousand boxes for each device would cost more than all the rest.
  rawRoute(app, readOfflineList, async (request, reply) => {
    const key = eventKey.safeParse(request.params)
    if (!key.success) throw new Problem('not-found')
    const { event } = await accessTo(key.data.id, request)
    const list = await lists.read(event.id)
    reply
      .header('etag', list.etag)
      .header('cache-control', 'private, no-cache')
      .header('vary', `accept-encoding, ${doorPassHeader}`)
    if (request.headers['if-none-match'] === list.etag) return reply.code(304).send()
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
    if (encoding) reply.header('content-encoding', encoding)
    return reply.type('application/json; charset=utf-8').send(list[encoding ?? 'plain'])
  })

  route(app, openCheckIn, ({ params, viewer, platform }) => checkInWindow.open(platform, viewer, params.id))

  route(app, closeCheckIn, ({ params, viewer, platform }) => checkInWindow.close(platform, viewer, params.id))

  route(app, listDoorPasses, ({ params }) => passes.list(platform, params.id))

  route(app, createDoorPass, ({ params, body, viewer, platform }) => passes.create(platform, viewer, params.id, body))

  route(app, revokeDoorPass, ({ params, viewer, platform }) =>
    passes.revoke(platform, viewer, params.id, params.passId),
  )

  route(app, listDoorScans, ({ params, query }) => door.scans(platform, params.id, query))
}

function asking({ viewer, headers }: FastifyRequest) {
  const secret = headers[doorPassHeader]
  return { viewer, secret: typeof secret === 'string' ? secret : undefined }
}
