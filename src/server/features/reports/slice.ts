import type { Slice } from '#server/platform/slice.ts'
import { makeReportBatchJob } from './batches/batches.ts'
import { makeReportJob } from './make.ts'
import { reportRoutes } from './routes.ts'
import { listStoredFiles, sweep } from './service.ts'

export const reportsSlice: Slice = {
  routes: reportRoutes,
  jobs: [makeReportJob, makeReportBatchJob],
  sweeps: { 'sweep-reports': sweep },
  listStoredFiles,
}
