import type { FastifyInstance } from 'fastify'
import { deleteWaitingFile, grantUpload, listWaitingFiles, putUpload, readFile } from '#contract/files/endpoints.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { sendFile } from '#server/platform/http/replies/files.ts'
import { rawRoute, route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { thumbnailOf } from '#server/platform/storage/file-store.ts'
import { ActiveUploads } from './active-uploads.ts'
import { listWaiting } from './preparing/waiting.ts'
import { resumableRoutes } from './resumable/routes.ts'
import { bodyLimit, lengthOf, pathOf, receiveBody } from './sending.ts'
import * as files from './service.ts'
import * as uploads from './uploads.ts'

/** The proofs slice passes `joinDraft`, because it depends on this slice. */
export function fileRoutes(app: FastifyInstance, platform: Platform, joinDraft: uploads.JoinDraft) {
  const companyOf = ({ companyId }: Viewer) => {
    if (!companyId) throw new Problem('no-company')
    return companyId
  }

  const active = new ActiveUploads(platform.signals)

  route(app, grantUpload, ({ body, viewer, request, platform }) =>
    uploads.grant(platform, { ...viewer, companyId: companyOf(viewer) }, body, {
      origin: uploads.uploadOrigin(platform.config, request.host),
      joinDraft,
    }),
  )

  route(app, listWaitingFiles, async ({ viewer }) => (viewer.companyId ? listWaiting(platform, viewer.companyId) : []))

  route(app, deleteWaitingFile, async ({ params, viewer, platform }) => {
    await uploads.discard(platform, companyOf(viewer), pathOf(params))
    return { message: 'The file is gone.' }
  })

  app.register(async (raw) => {
    // Streams the bytes to the store without a parser.
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    rawRoute(
      raw,
      putUpload,
      async (request, reply) => {
        const { grant } = request.query as { grant?: unknown }
        if (typeof grant !== 'string') throw new Problem('grant-spent')
        const path = pathOf(request.params as { folder: string; name: string })
        await receiveBody(raw, request, async (bytes, accept) => {
          const upload = await uploads.takeGrant(platform, path, grant)
          accept()
          await uploads.receive(platform, active, upload, bytes, lengthOf(request))
        })
        return reply.code(201).header('cache-control', 'no-store').send({ path })
      },
      { bodyLimit },
    )
    raw.register(async (scope) => resumableRoutes(scope, { platform, active, joinDraft }))
  })

  rawRoute(app, readFile, async (request, reply) => {
    if (!request.viewer) throw new Problem('not-signed-in')
    const { folder, name } = request.params as { folder: string; name: string }
    if (folder === 'thumbnails') {
      const { path } = await files.findThumbnailOwner(platform, request.viewer, name)
      return sendFile(platform, request, reply, thumbnailOf(path), 'image/jpeg')
    }
    const { path, type } = await files.findReadable(platform, request.viewer, pathOf({ folder, name }))
    return sendFile(platform, request, reply, path, type)
  })
}
