import type { FastifyInstance } from 'fastify'
import {
  createReport,
  createReportBatch,
  listReportBatches,
  listReports,
  readReport,
  readReportFile,
  retryReport,
  retryReportBatch,
} from '#contract/reports/endpoints.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as batches from './batches/batches.ts'
import * as reports from './service.ts'

export function reportRoutes(app: FastifyInstance, platform: Platform) {
  route(app, createReport, ({ platform, viewer, body }) => reports.create(platform, viewer, body))

  route(app, listReports, ({ viewer, query }) => reports.list(platform, viewer, query))

  route(app, readReport, ({ viewer, params }) => reports.read(platform, viewer, params.id))

  route(app, readReportFile, ({ viewer, params, query }) => reports.readAs(platform, viewer, params.id, query))

  route(app, retryReport, ({ viewer, params, platform }) => reports.retry(platform, viewer, params.id))

  route(app, createReportBatch, ({ platform, viewer, body }) => batches.create(platform, viewer, body))

  route(app, listReportBatches, () => batches.list(platform))

  route(app, retryReportBatch, ({ params, platform }) => batches.retry(platform, params.id))
}
