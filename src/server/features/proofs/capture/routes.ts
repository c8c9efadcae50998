import type { FastifyInstance, FastifyRequest } from 'fastify'
import { captureDeviceHeader, captureTokenHeader } from '#contract/endpoint.ts'
import { ResumableUpload } from '#contract/files/tus.ts'
import {
  createCaptureLink,
  createResumableGuestUpload,
  deleteGuestFile,
  followCapture,
  grantGuestUpload,
  listCaptureLinks,
  nameGuest,
  readCapture,
  readGuestThumbnail,
  revokeCaptureLink,
} from '#contract/proofs/capture.ts'
import * as uploads from '#server/features/files/service.ts'
import { startEventStream } from '#server/platform/http/replies/event-stream.ts'
import { sendFile } from '#server/platform/http/replies/files.ts'
import { rawRoute, route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createGuestStreams } from './guest-streams.ts'
import * as guests from './guests.ts'
import * as links from './links.ts'

export function captureRoutes(app: FastifyInstance, platform: Platform) {
  const guestOf = ({ headers, ip }: FastifyRequest) =>
    guests.authorizeGuest(platform, {
      token: String(headers[captureTokenHeader] ?? ''),
      device: String(headers[captureDeviceHeader] ?? ''),
      address: ip ?? 'gone',
    })

  route(app, createCaptureLink, ({ params, viewer, platform }) => links.create(platform, viewer, params.id))

  route(app, listCaptureLinks, ({ params, viewer }) => links.list(platform, viewer, params.id))

  route(app, revokeCaptureLink, ({ params, viewer, platform }) => links.revoke(platform, viewer, params.id))

  route(app, readCapture, async ({ request }) => guests.read(platform, await guestOf(request)))

  const streams = createGuestStreams(platform.signals)
  app.addHook('preClose', async () => streams.close())
  rawRoute(app, followCapture, async (request, reply) => {
    const { ownerId } = await guestOf(request)
    // A HEAD answer is plain: a stream without a body would never end.
    if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send()
    streams.open(ownerId, startEventStream(reply))
  })

  route(app, nameGuest, async ({ body, request, platform }) =>
    guests.setName(platform, await guestOf(request), body.firstName),
  )

  route(app, grantGuestUpload, async ({ body, request, platform }) =>
    guests.grantUpload(platform, await guestOf(request), body, uploads.uploadOrigin(platform.config, request.host)),
  )

  rawRoute(app, createResumableGuestUpload, async (request, reply) => {
    const guest = await guestOf(request)
    uploads.requireVersion(request.headers)
    // The link determines the purpose and task; the sender's values are ignored.
    const { fileName, size, contentType, fileKey } = uploads.readMetadata(request.headers)
    const origin = uploads.uploadOrigin(platform.config, request.host)
    const created = await guests.grantResumable(platform, guest, { fileName, size, contentType, fileKey }, origin)
    return reply.code(201).headers(uploads.createdHeaders(created)).send(ResumableUpload.parse(created))
  })

  route(app, deleteGuestFile, async ({ params, request, platform }) =>
    guests.removeFile(platform, await guestOf(request), params.name),
  )

  rawRoute(app, readGuestThumbnail, async (request, reply) => {
    const { name } = request.params as { name: string }
    const path = await guests.findThumbnail(platform, await guestOf(request), name)
    return sendFile(platform, request, reply, path, 'image/jpeg')
  })
}
