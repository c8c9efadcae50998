import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { makeReportBatchJob } from '#server/features/reports/batches/batches.ts'
import { makeReportJob } from '#server/features/reports/make.ts'
import { startJobs } from '#server/platform/jobs/queue.ts'
import { eventually } from '#server/testing/eventually.ts'
import type { Caller, startServer } from '#server/testing.ts'

type Server = Awaited<ReturnType<typeof startServer>>

/** Drawing starts a process that loads all its source: seconds on a busy machine. */
export const patience = 120_000

export const reportJobs = [makeReportJob, makeReportBatchJob]

export function startMaking({ platform, beforeClosing }: Pick<Server, 'platform' | 'beforeClosing'>) {
  const worker = startJobs(platform, reportJobs, { pollEveryMs: 20 })
  beforeClosing(() => worker.stop())
  return worker
}

/** An administrator, acme and `others` more companies; company n completed n of ten tasks on the first day. */
export async function aChallenge(server: Server, others: number) {
  const root = await server.anAdmin()
  const acme = await server.aCompany()
  const taskIds = await someTasks(server, 10)
  const approve = async (companyId: string, ids: string[]) => {
    for (const id of await waitingProofs(server, companyId, ids))
      await root('PATCH', `/api/proofs/${id}/review`, { status: 'approved' })
  }
  const companies = []
  for (let n = 0; n < others; n++) {
    const company = await server.aCompany(`other${n}`)
    if (n > 0) await approve(company.companyId, taskIds.slice(0, n))
    companies.push(company)
  }
  return { root, acme, taskIds, approve, companies }
}

/** Requests a report and waits until it is ready. */
export async function makeReport(call: Caller, body: Record<string, unknown>) {
  const { body: asked, status, text } = await call('POST', '/api/reports', body)
  if (status !== 201) throw new Error(text)
  const read = async () => (await call('GET', `/api/reports/${asked.id}`)).body
  await eventually(async () => (await read()).state !== 'working', 'the report', patience)
  const report = await read()
  const numbers = async () => (await call('GET', `/api/reports/${asked.id}/file?as=json`)).body
  return { id: asked.id as string, report, numbers }
}
