import type { FastifyInstance } from 'fastify'
import { erasePersonalData, exportPersonalData } from '#contract/privacy/endpoints.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as privacy from './service.ts'

export function privacyRoutes(app: FastifyInstance, platform: Platform) {
  route(app, exportPersonalData, ({ body, viewer }) => privacy.exportData(platform, viewer, body.email))

  route(app, erasePersonalData, ({ body, viewer }) => privacy.erase(platform, viewer, body.email))
}
