// Reports in every state at once, for tests of how they look.
import type { Page } from '@playwright/test'
import type { Report, ReportBatch } from '../../src/contract/reports/endpoints.ts'

const aReport = (nth: number, changes: Partial<Report>): Report => ({
  id: `00000000-0000-4000-8000-00000000000${nth}`,
  kind: 'company',
  companyId: '00000000-0000-4000-8000-000000000009',
  companyName: 'Salt Works',
  from: '2026-06-01',
  to: '2026-06-07',
  state: 'ready',
  progress: 100,
  createdAt: '2026-06-08T12:00:00.000Z',
  madeBy: 'Ada Lovelace',
  keptUntil: '2026-07-08T12:00:00.000Z',
  size: 90_000,
  ...changes,
})

export const reportsInEveryState: Report[] = [
  aReport(1, { state: 'working', progress: 50, size: null }),
  aReport(2, { kind: 'challenge', companyId: null, companyName: null }),
  aReport(3, { state: 'failed', progress: 50, size: null, companyName: 'Überlandwerke Willemstad '.repeat(8).trim() }),
  aReport(4, { from: '2026-06-01', to: '2026-06-01' }),
]

export const aBatchUnderWay: ReportBatch = {
  id: '00000000-0000-4000-8000-000000000010',
  from: '2026-06-01',
  to: '2026-06-07',
  createdAt: '2026-06-08T12:00:00.000Z',
  companies: 500,
  ready: 318,
  failed: 2,
  emailed: 316,
  finishedAt: null,
}

export async function showReports(page: Page, reports: Report[], batches: ReportBatch[]) {
  const headers = { 'x-total-count': String(reports.length) }
  await page.route('**/api/reports?*', (route) => route.fulfill({ json: reports, headers }))
  await page.route('**/api/report-batches', (route) => route.fulfill({ json: batches }))
}
