import type { FastifyInstance } from 'fastify'
import {
  createCompany,
  editCompany,
  exportCompanies,
  listCompanies,
  listCompanyRows,
  listTeamSizes,
  readCompany,
  readCompanyDetails,
  resetCompanyPassword,
  setCompanyStatus,
} from '#contract/companies/endpoints.ts'
import { listCompanyMails } from '#contract/companies/mails.ts'
import {
  decideTeamSizeChange,
  listTeamSizeChanges,
  listWaitingTeamSizeChanges,
} from '#contract/companies/team-size-changes.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listMails } from './mails/company-mails.ts'
import * as companies from './service.ts'
import * as teamSizes from './team-sizes/changes.ts'

export function companyRoutes(app: FastifyInstance, platform: Platform) {
  route(app, createCompany, ({ body, viewer, platform }) => companies.create(platform, viewer, body))

  route(app, listCompanies, () => companies.list(platform))

  route(app, readCompany, ({ params, viewer }) => companies.read(platform, viewer, params.id))

  route(app, editCompany, ({ params, body, viewer, platform }) => companies.edit(platform, viewer, params.id, body))

  route(app, listTeamSizes, ({ params, viewer }) => companies.listSizes(platform, viewer, params.id))

  route(app, listTeamSizeChanges, async ({ params, viewer }) => {
    await companies.read(platform, viewer, params.id)
    return teamSizes.listOpen(platform, params.id)
  })

  route(app, listWaitingTeamSizeChanges, () => teamSizes.listWaiting(platform))

  route(app, decideTeamSizeChange, ({ params, body, viewer, platform }) =>
    teamSizes.decide(platform, viewer, params.id, body.status),
  )

  route(app, listCompanyRows, ({ query }) => companies.table(platform, query))

  route(app, readCompanyDetails, ({ params }) => companies.readDetails(platform, params.id))

  route(app, listCompanyMails, ({ params, query }) => listMails(platform, params.id, query))

  route(app, exportCompanies, ({ query, viewer, platform }) => companies.exportTable(platform, viewer, query))

  route(app, resetCompanyPassword, async ({ params, body, viewer, platform }) => {
    await companies.resetPassword(platform, viewer, params.id, body.password)
    return { message: 'The password has been updated.' }
  })

  route(app, setCompanyStatus, ({ params, body, viewer, platform }) =>
    companies.setStatus(platform, viewer, params.id, body),
  )
}
