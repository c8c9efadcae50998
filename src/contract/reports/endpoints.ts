import { z } from 'zod'
import { periodFields, withValidPeriod } from '../analytics/endpoints.ts'
import { count, id, instant, listQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Days for which a report can be downloaded. */
export const keptForDays = 30

const kind = z.enum(['challenge', 'company'])
const state = z.enum(['working', 'ready', 'failed'])
const params = z.object({ id })
const day = z.string()

export const NewReport = withValidPeriod(
  z.strictObject({
    kind,
    /** Required for a company's report; optional for the company itself. */
    companyId: id.optional(),
    ...periodFields,
  }),
).refine((report) => report.kind === 'company' || report.companyId === undefined, {
  message: 'Only the report of a company has a company',
  path: ['companyId'],
})
export type NewReport = z.output<typeof NewReport>

export const Report = z.object({
  id,
  kind,
  companyId: id.nullable(),
  /** Null for a report of the whole challenge. */
  companyName: z.string().nullable(),
  from: day,
  to: day,
  state,
  /** Between 0 and 100. */
  progress: count.max(100),
  createdAt: instant,
  /** Name or email of who asked for it; null for a company that reads a report of the organisers. */
  madeBy: z.string().nullable(),
  /** The end of the download period. */
  keptUntil: instant,
  /** The size of the PDF in bytes; null until it is ready. */
  size: count.nullable(),
})
export type Report = z.output<typeof Report>

export const createReport = endpoint({
  method: 'POST',
  path: '/reports',
  access: 'signed-in',
  summary:
    'Make a wellness report in the background: of the own company, or for administrators of any and of the challenge',
  idempotent: true,
  body: NewReport,
  reply: z.object({ id }),
  status: 201,
})

export const listReports = endpoint({
  method: 'GET',
  path: '/reports',
  access: 'signed-in',
  summary:
    "The reports that can be downloaded, the newest first: the own company's, or for administrators all that were not made for all companies at once",
  query: listQuery({ columns: ['createdAt'], sort: 'createdAt', limit: 20 }).extend({
    /** For administrators: every report of this company. */
    companyId: id.optional(),
  }),
  reply: z.array(Report),
})

export const readReport = endpoint({
  method: 'GET',
  path: '/reports/:id',
  access: 'signed-in',
  summary: 'How far a report is',
  params,
  reply: Report,
})

export const reportFormats = ['pdf', 'csv', 'json'] as const

export const readReportFile = endpoint({
  method: 'GET',
  path: '/reports/:id/file',
  access: 'signed-in',
  summary: 'A report as PDF, or every number of it as CSV or JSON',
  params,
  query: z.strictObject({ as: z.enum(reportFormats, 'Must be pdf, csv or json').default('pdf') }),
  reply: z.string(),
  contentType: ['application/pdf', 'text/csv', 'application/json'],
  problems: ['report-not-ready', 'report-failed', 'storage-unavailable'],
})

export const retryReport = endpoint({
  method: 'POST',
  path: '/reports/:id/retry',
  access: 'signed-in',
  summary: 'Try again to make a report that failed; does nothing for one that did not',
  params,
  reply: Report,
})

/** One report per company, each emailed as a link. */
export const ReportBatch = z.object({
  id,
  from: day,
  to: day,
  createdAt: instant,
  /** Companies in the batch; the other counts are their progress. */
  companies: count,
  ready: count,
  failed: count,
  emailed: count,
  finishedAt: instant.nullable(),
})
export type ReportBatch = z.output<typeof ReportBatch>

export const createReportBatch = endpoint({
  method: 'POST',
  path: '/report-batches',
  access: 'administrator',
  summary: 'Make the report of every company that takes part, and email each of them a link to its own',
  idempotent: true,
  body: withValidPeriod(z.strictObject(periodFields)),
  reply: ReportBatch,
  status: 201,
  problems: ['report-batch-under-way', 'report-batch-without-companies'],
})

export const listReportBatches = endpoint({
  method: 'GET',
  path: '/report-batches',
  access: 'administrator',
  summary: 'The latest reports for all companies at once, the newest first',
  reply: z.array(ReportBatch),
})

export const retryReportBatch = endpoint({
  method: 'POST',
  path: '/report-batches/:id/retry',
  access: 'administrator',
  summary: 'Try again to make the reports that failed; no company is emailed twice',
  params,
  reply: ReportBatch,
  problems: ['report-batch-under-way'],
})
