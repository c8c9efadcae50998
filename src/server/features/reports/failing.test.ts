import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { jobs } from '#server/platform/jobs/tables.ts'
import { aChallenge, patience, startMaking } from '#server/testing/data/reporting.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServer } from '#server/testing.ts'
import { mostAttempts } from './make.ts'
import { reports } from './tables.ts'

test('a report that cannot be stored is tried again, then says that it failed, and is made when asked again', async () => {
  const server = await startServer()
  const { acme } = await aChallenge(server, 0)
  const { replace } = server.platform.files
  let refusals = 0
  server.platform.files.replace = async () => {
    refusals++
    throw new Error('no room')
  }
  startMaking(server)
  const { body } = await acme('POST', '/api/reports', { kind: 'company' })
  const read = async () => (await acme('GET', `/api/reports/${body.id}`)).body

  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    await eventually(() => refusals === attempt, `attempt ${attempt}`, patience)
    await eventually(
      async () => (await read()).state === 'failed' || (await isPutOff(server)),
      'the outcome to be written',
      patience,
    )
    server.clock.advance(minutes(30))
  }
  expect(await read()).toMatchObject({ state: 'failed' })
  expect(await acme('GET', `/api/reports/${body.id}/file`)).toMatchObject({
    status: 409,
    body: { code: 'report-failed' },
  })

  server.platform.files.replace = replace
  expect(await acme('POST', `/api/reports/${body.id}/retry`)).toMatchObject({
    status: 200,
    body: { state: 'working' },
  })
  await eventually(async () => (await read()).state === 'ready', 'the report', patience)
  // Asking once more changes nothing.
  expect(await acme('POST', `/api/reports/${body.id}/retry`)).toMatchObject({
    status: 200,
    body: { state: 'ready' },
  })
})

async function isPutOff({ db }: Pick<Awaited<ReturnType<typeof startServer>>, 'db'>) {
  const [job] = await db.select().from(jobs).where(eq(jobs.kind, 'make-report'))
  return job?.lastError === 'no room' && job.leasedUntil === null
}

test('a report whose every attempt ended the process has failed, and is not begun for ever', async () => {
  const server = await startServer()
  const { acme } = await aChallenge(server, 0)
  const { body } = await acme('POST', '/api/reports', { kind: 'company' })
  await server.db.update(reports).set({ attempts: mostAttempts }).where(eq(reports.id, body.id))

  startMaking(server)

  const read = async () => (await acme('GET', `/api/reports/${body.id}`)).body
  await eventually(async () => (await read()).state === 'failed', 'the failure', patience)
})

test('a report is not ready while it is being made, and a stop leaves it to the next process', async () => {
  const server = await startServer()
  const { acme } = await aChallenge(server, 0)
  const { body } = await acme('POST', '/api/reports', { kind: 'company' })

  expect(await acme('GET', `/api/reports/${body.id}/file`)).toMatchObject({
    status: 409,
    body: { code: 'report-not-ready' },
  })
  const first = startMaking(server)
  await first.stop()
  startMaking(server)

  const read = async () => (await acme('GET', `/api/reports/${body.id}`)).body
  await eventually(async () => (await read()).state === 'ready', 'the report', patience)
  const [row] = await server.db.select().from(reports)
  expect(row?.attempts).toBeLessThanOrEqual(2)
})
