import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { failureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { addressOf, call, callPage } from '#client/platform/requests/api.ts'
import {
  createReport,
  createReportBatch,
  listReportBatches,
  listReports,
  type Report,
  readReportFile,
  type reportFormats,
  retryReport,
  retryReportBatch,
} from '#contract/reports/endpoints.ts'

export type ReportPeriod = { from?: string; to?: string }

/** Page size of a section; a button loads older ones. */
export const reportsPerPage = 6

/** Downloadable reports, newest first; for administrators also those of one company. */
export const reportList = (limit: number, companyId?: string) =>
  queryOptions({
    queryKey: ['reports', 'list', limit, companyId],
    queryFn: () => callPage(listReports, { query: { limit, ...(companyId ? { companyId } : {}) } }),
    placeholderData: (before) => before,
  })

/** Reports for all companies at once. */
export const reportBatches = queryOptions({
  queryKey: ['reports', 'batches'],
  queryFn: () => call(listReportBatches, {}),
})

type Format = (typeof reportFormats)[number]

export const reportFileAddress = ({ id }: Pick<Report, 'id'>, as: Format) =>
  addressOf(readReportFile, { params: { id }, query: as === 'pdf' ? {} : { as } })

/** Invalidates the reports while the live stream, which announces the topic too, is disconnected. */
function useRefreshReports() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['reports'] })
}

type ReportRequest = { companyId?: string; companyName?: string; period: ReportPeriod }

/** Creates a report of a company, or of the whole challenge. */
export function useCreateReport(kind: 'challenge' | 'company') {
  const refresh = useRefreshReports()
  return useMutationWithToasts({
    mutationFn: ({ companyId, period }: ReportRequest) =>
      call(createReport, { body: { kind, ...(companyId ? { companyId } : {}), ...period } }),
    onSuccess: refresh,
    success: (_, { companyName }) => ({
      title: 'Report started',
      description: companyName
        ? `The report of ${companyName} is being made. It appears under Reports.`
        : 'It appears in the list below and can be downloaded in a moment.',
    }),
    failure: failureToast('Error', 'The report could not be started.'),
  })
}

export function useRetryReport() {
  const refresh = useRefreshReports()
  return useMutationWithToasts({
    mutationFn: ({ id }: Pick<Report, 'id'>) => call(retryReport, { params: { id } }),
    onSuccess: refresh,
    failure: failureToast('Error', 'The report could not be started again.'),
  })
}

export function useCreateReportBatch() {
  const refresh = useRefreshReports()
  return useMutationWithToasts({
    mutationFn: (period: ReportPeriod) => call(createReportBatch, { body: period }),
    onSuccess: refresh,
    failure: failureToast('Error', 'The reports could not be started.'),
  })
}

export function useRetryReportBatch() {
  const refresh = useRefreshReports()
  return useMutationWithToasts({
    mutationFn: (id: string) => call(retryReportBatch, { params: { id } }),
    onSuccess: refresh,
    failure: failureToast('Error', 'The reports could not be started again.'),
  })
}
