import { expect, test } from 'vitest'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { minutes } from '#server/platform/clock.ts'
import { jobs } from '#server/platform/jobs/tables.ts'
import { aChallenge, patience, startMaking } from '#server/testing/data/reporting.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServer, startWorld } from '#server/testing.ts'
import { mostAttempts } from '../make.ts'

const hasFailed = ({ lastError, leasedUntil, attempts }: typeof jobs.$inferSelect, times: number) =>
  lastError !== null && leasedUntil === null && attempts === times

const reportMails = async ({ mails }: Pick<Awaited<ReturnType<typeof startServer>>, 'mails'>) =>
  (await mails()).filter(({ template }) => template === 'report-ready')

test('every company that takes part gets its report and one email with a link that opens nothing to strangers', async () => {
  const server = await startServer()
  const { root, acme, companies } = await aChallenge(server, 4)
  const [hidden, disabled] = companies
  await root('PATCH', `/api/admin/companies/${hidden?.companyId}`, { hidden: true })
  await root('PATCH', `/api/admin/companies/${disabled?.companyId}`, { disabled: true })
  await server.aUser('without-profile')
  startMaking(server)

  const started = await root('POST', '/api/report-batches', {})

  expect(started).toMatchObject({ status: 201, body: { companies: 3, ready: 0, emailed: 0, finishedAt: null } })
  const read = async () => (await root('GET', '/api/report-batches')).body[0]
  await eventually(async () => (await read()).finishedAt !== null, 'the reports', patience)
  expect(await read()).toMatchObject({ companies: 3, ready: 3, failed: 0, emailed: 3 })
  const mails = await reportMails(server)
  expect(mails.map(({ toAddress }) => toAddress).toSorted()).toEqual([
    'office@acme.test',
    'office@other2.test',
    'office@other3.test',
  ])
  expect(mails[0]?.text).toContain('http://week.test/#reports')
  const { body: own } = await acme('GET', '/api/reports')
  expect(own).toMatchObject([{ state: 'ready', companyId: acme.companyId }])
  expect(mails.map(({ text, html }) => text + html).join()).not.toContain(own[0].id)
  expect((await root('GET', '/api/reports')).body).toEqual([])
  expect((await server.db.select().from(auditEntries)).map(({ action }) => action)).toContain(
    'made and emailed reports for',
  )
})

test('a second wish while they are being made is refused, and without companies there is nothing to make', async () => {
  const { root, ...server } = await startWorld({ root: 'admin' })
  expect(await root('POST', '/api/report-batches', {})).toMatchObject({
    status: 409,
    body: { code: 'report-batch-without-companies' },
  })
  await server.aCompany()

  expect(await root('POST', '/api/report-batches', {})).toMatchObject({ status: 201 })
  expect(await root('POST', '/api/report-batches', {})).toMatchObject({
    status: 409,
    body: { code: 'report-batch-under-way' },
  })
})

test('what failed is made again when asked, and no company is emailed twice', async () => {
  const server = await startServer()
  const { root, acme } = await aChallenge(server, 2)
  const { replace } = server.platform.files
  let isBroken = true
  server.platform.files.replace = async (path, ...rest) => {
    const { body } = await acme('GET', '/api/reports')
    if (isBroken && path === `reports/${body[0].id}.pdf`) throw new Error('no room')
    return replace(path, ...rest)
  }
  startMaking(server)
  const { body } = await root('POST', '/api/report-batches', {})
  const read = async () => (await root('GET', '/api/report-batches')).body[0]
  for (let attempt = 1; attempt < mostAttempts; attempt++) {
    const isPutOff = async () => (await server.db.select().from(jobs)).some((job) => hasFailed(job, attempt))
    await eventually(isPutOff, `attempt ${attempt}`, patience)
    server.clock.advance(minutes(30))
  }
  await eventually(async () => (await read()).finishedAt !== null, 'the end of the reports', patience)
  expect(await read()).toMatchObject({ companies: 3, ready: 2, failed: 1, emailed: 2 })

  isBroken = false
  expect(await root('POST', `/api/report-batches/${body.id}/retry`)).toMatchObject({
    status: 200,
    body: { failed: 0, finishedAt: null },
  })
  await eventually(async () => (await read()).finishedAt !== null, 'the last report', patience)

  expect(await read()).toMatchObject({ companies: 3, ready: 3, failed: 0, emailed: 3 })
  expect(new Set((await reportMails(server)).map(({ toAddress }) => toAddress)).size).toBe(3)
  expect(await reportMails(server)).toHaveLength(3)
  expect(await root('POST', `/api/report-batches/${body.id}/retry`)).toMatchObject({ status: 200, body: { ready: 3 } })
})
