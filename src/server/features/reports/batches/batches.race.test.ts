import { type ChildProcess, spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { aChallenge } from '#server/testing/data/reporting.ts'
import { eventually } from '#server/testing/eventually.ts'
import { atOnce, type Changed, meetBefore, patiently, startServerWith, tally } from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { startServer } from '#server/testing.ts'
import { reports } from '../tables.ts'
import { makeReportBatchJob } from './batches.ts'

type Server = Awaited<ReturnType<typeof startServer>>

const reportMails = async ({ mails }: Pick<Server, 'mails'>) =>
  (await mails()).filter(({ template }) => template === 'report-ready').map(({ toAddress }) => toAddress)

/** Two processes start from source, and the second waits until the lease of the first is over. */
const longPatience = 240_000

/** A process that makes reports, until it is killed. */
function startProcess({ databaseUrl, platform, beforeClosing }: Server): ChildProcess {
  const program = 'src/server/features/reports/testing/worker.ts'
  const child = spawn(process.execPath, ['--import', 'tsx', program, databaseUrl, platform.config.dataDir], {
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  beforeClosing(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return child
}

test(
  'killed in the middle of all reports, the next process makes the rest and no company is emailed twice',
  async () => {
    const server = await startServer()
    const { root } = await aChallenge(server, 6)
    const { body: batch } = await root('POST', '/api/report-batches', {})
    const read = async () => (await root('GET', '/api/report-batches')).body[0]
    const first = startProcess(server)
    const killed = new Promise((resolve) => first.once('exit', resolve))

    await eventually(async () => (await read()).ready >= 2, 'the first reports', longPatience)
    first.kill('SIGKILL')
    await killed
    const { ready } = await read()
    expect(ready).toBeLessThan(batch.companies)
    startProcess(server)
    await eventually(async () => (await read()).finishedAt !== null, 'the rest of the reports', longPatience)

    expect(await read()).toMatchObject({ companies: 7, ready: 7, failed: 0, emailed: 7 })
    const addresses = await reportMails(server)
    expect([addresses.length, new Set(addresses).size]).toEqual([7, 7])
  },
  2 * longPatience,
)

async function withBatch(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const { root } = await aChallenge(server.unchanged, 0)
  const { body } = await root('POST', '/api/report-batches', {})
  /** As two processes do of which one lost its lease without noticing. */
  const makeTwice = () =>
    atOnce(2, () => makeReportBatchJob.run(server.platform, body.id, new AbortController().signal))
  return { ...server, makeTwice }
}

test('two processes that make the same reports email every company once', async () => {
  const { makeTwice, unchanged } = await withBatch(meetBefore(/^update "reports" set .*"numbers"/, 2))

  await makeTwice()

  expect(await reportMails(unchanged)).toEqual(['office@acme.test'])
})

test('red control: where a report may be finished twice, its company is emailed twice', async () => {
  const { makeTwice, unchanged } = await withBatch(meetBefore(/^update "reports" set .*"numbers"/, 2), {
    find: /^update "reports" set .*"numbers"/,
    without: (query) => ({
      ...query,
      text: query.text.replace(/ and "reports"\."state" = (\$\d+)/, ' and $1::text is not null'),
    }),
  })

  await makeTwice()

  expect(await reportMails(unchanged)).toHaveLength(2)
})

test('of twenty wishes at once for all reports one is started', async () => {
  const server = await startServer()
  const { root } = await aChallenge(server, 1)

  const replies = await atOnce(20, () => patiently(() => root('POST', '/api/report-batches', {})))

  expect(tally(replies)).toEqual({ 201: 1, 409: 19 })
  expect(await server.db.select().from(reports)).toHaveLength(2)
})

test('red control: without the index several are started at once', async () => {
  const server = await startServer()
  const { root } = await aChallenge(server, 1)

  const replies = await withoutIndex(server.db, 'report_batches_under_way', () =>
    atOnce(5, () => patiently(() => root('POST', '/api/report-batches', {}))),
  )

  expect(tally(replies)[201]).toBeGreaterThan(1)
})
