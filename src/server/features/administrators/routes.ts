import type { FastifyInstance } from 'fastify'
import { dismissFirstSteps, readAdminDashboard, sendTestEmail } from '#contract/administrators/dashboard.ts'
import {
  createAdministrator,
  exportAdministrators,
  exportAuditEntries,
  listAdministrators,
  listAuditEntries,
  setAdministratorStatus,
} from '#contract/administrators/endpoints.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as dashboard from './dashboard/dashboard.ts'
import * as administrators from './service.ts'

export function administratorRoutes(app: FastifyInstance, platform: Platform) {
  route(app, listAdministrators, ({ query }) => administrators.list(platform, query))

  route(app, exportAdministrators, ({ viewer, platform }) => administrators.exportList(platform, viewer))

  route(app, createAdministrator, ({ body, viewer, platform }) => administrators.create(platform, viewer, body))

  route(app, setAdministratorStatus, ({ params, body, viewer, platform }) =>
    administrators.setStatus(platform, viewer, params.id, body.disabled),
  )

  route(app, listAuditEntries, ({ query }) => administrators.auditLog(platform, query))

  route(app, exportAuditEntries, ({ viewer, platform }) => administrators.exportAuditLog(platform, viewer))

  route(app, readAdminDashboard, () => dashboard.read(platform))

  route(app, dismissFirstSteps, async ({ viewer, platform }) => {
    await dashboard.dismissFirstSteps(platform, viewer)
    return undefined
  })

  route(app, sendTestEmail, ({ viewer, platform }) => dashboard.sendTestEmail(platform, viewer))
}
