import type { FastifyInstance, FastifyRequest } from 'fastify'
import { purposes } from '#contract/files/endpoints.ts'
import {
  appendToUpload,
  createResumableUpload,
  endResumableUpload,
  ResumableUpload,
  readResumableUpload,
} from '#contract/files/tus.ts'
import { tus } from '#contract/files/tus-protocol.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { rawRoute } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { ActiveUploads } from '../active-uploads.ts'
import { bodyLimit, lengthOf, pathOf, receiveBody } from '../sending.ts'
import * as uploads from '../uploads.ts'
import * as resumable from './resumable.ts'
import { createdHeaders, offsetOf, readMetadata, requireVersion } from './tus-headers.ts'

type Parts = { platform: Platform; active: ActiveUploads; joinDraft: uploads.JoinDraft }

/** Implements tus 1.0 (docs/decisions/0010). A separate Fastify scope keeps bodies unparsed. */
export function resumableRoutes(app: FastifyInstance, { platform, active, joinDraft }: Parts) {
  const receiver = { platform, active }

  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('tus-resumable', tus.version)
    done()
  })

  const find = (request: FastifyRequest) => {
    const { grant } = request.query as { grant?: unknown }
    if (typeof grant !== 'string') throw new Problem('not-found')
    return resumable.find(platform, pathOf(request.params as { folder: string; name: string }), grant)
  }

  app.options(`/api${tus.createPath}`, (_request, reply) =>
    reply
      .code(204)
      .headers({
        allow: 'POST, OPTIONS',
        'cache-control': 'no-store',
        'tus-version': tus.version,
        'tus-extension': tus.extensions,
        'tus-max-size': purposes.proof.maxBytes,
      })
      .send(),
  )

  rawRoute(app, createResumableUpload, async (request, reply) => {
    requireVersion(request.headers)
    const { viewer } = request
    if (!viewer) throw new Problem('not-signed-in')
    if (!viewer.companyId) throw new Problem('no-company')
    const owner = { ...viewer, companyId: viewer.companyId }
    const created = await uploads.grantResumable(platform, owner, readMetadata(request.headers), {
      origin: uploads.uploadOrigin(platform.config, request.host),
      joinDraft,
    })
    return reply.code(201).headers(createdHeaders(created)).send(ResumableUpload.parse(created))
  })

  rawRoute(app, readResumableUpload, async (request, reply) => {
    if (request.headers['tus-resumable'] !== undefined) requireVersion(request.headers)
    const upload = await find(request)
    const offset = await resumable.readOffset(receiver, upload)
    const { path, size } = upload
    const expiresAt = offset < size ? resumable.expiryOf(upload) : null
    reply.headers({ 'upload-offset': offset, 'upload-length': size })
    if (expiresAt) reply.header('upload-expires', expiresAt.toUTCString())
    return reply.send({ path, offset, size, expiresAt: expiresAt?.toISOString() ?? null })
  })

  rawRoute(
    app,
    appendToUpload,
    async (request, reply) => {
      const { upload, arrived } = await receiveBody(app, request, async (bytes, accept) => {
        requireVersion(request.headers)
        if (request.headers['content-type'] !== tus.contentType)
          throw new Problem('wrong-content-type', { sentence: `Please send ${tus.contentType}.` })
        const offset = offsetOf(request.headers)
        const upload = await find(request)
        const piece = { offset, length: lengthOf(request), bytes, onAccepted: accept }
        return { upload, arrived: await resumable.append(receiver, upload, piece) }
      })
      reply.header('upload-offset', arrived)
      if (arrived < upload.size) reply.header('upload-expires', resumable.expiryOf(upload).toUTCString())
      return reply.code(204).send()
    },
    { bodyLimit },
  )

  rawRoute(app, endResumableUpload, async (request, reply) => {
    requireVersion(request.headers)
    await resumable.end(platform, await find(request))
    return reply.code(204).send()
  })
}
