import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { someTasks } from '#server/features/proofs/testing.ts'
import { days } from '#server/platform/clock.ts'
import { added, aLink, aPhone } from '#server/testing/data/capture.ts'
import { collect, filesOf, whenPrepared } from '#server/testing/data/drafts.ts'
import { recompute } from '#server/testing/database/recompute-analytics.ts'
import { startServer } from '#server/testing.ts'

/** A company of twelve. Phones keep their secret, whatever link they open. */
async function aTeam(teamSize = 12) {
  const server = await startServer()
  const { visitor, clock } = server
  const admin = await server.anAdmin()
  const company = await server.aCompany('acme', { teamSize })
  const taskIds = await someTasks(server, 3)
  const secrets = new Map<string, string>()
  async function contribute(taskId: string | undefined, ...names: string[]) {
    const { token } = await aLink(company, taskId)
    for (const name of names) {
      const secret = secrets.get(name) ?? randomBytes(24).toString('base64url')
      secrets.set(name, secret)
      await added(aPhone(visitor, token, secret), `${name}.jpg`)
    }
  }
  /** Everything but what is left out, filled up to six by the company itself. */
  async function submit(taskId: string | undefined, { without = '' } = {}) {
    const isChosen = ({ fileName }: { fileName: string }) => fileName !== `${without}.jpg`
    const collected = (await filesOf(company, taskId)).filter(isChosen).length
    await collect(company, taskId, 6 - collected)
    await whenPrepared(company, taskId)
    const contentUrls = (await filesOf(company, taskId)).filter(isChosen).map(({ path }) => path)
    const proof = { taskId, companyId: company.companyId, contentUrls, contentType: 'image' }
    const reply = await company('POST', '/api/proofs', proof)
    if (reply.status !== 201) throw new Error(reply.text)
    clock.advance(days(1))
    return reply.body.id as string
  }
  const read = async (query = '') =>
    (await company('GET', `/api/companies/${company.companyId}/analytics${query}`)).body.totals.peopleReached
  return { ...server, admin, company, taskIds, contribute, submit, read }
}

test('people reached are the phones with a file in a proof and the account, each once, of the team', async () => {
  const { admin, db, taskIds, contribute, submit, read } = await aTeam()
  const [first, second, third] = taskIds
  await contribute(first, 'kim', 'lee', 'left-out')
  await contribute(third, 'only-collected')
  expect(await read(), 'nothing is submitted').toBe(null)

  const proofId = await submit(first, { without: 'left-out' })
  await contribute(second, 'kim', 'max')
  await submit(second)
  const review = await admin('PATCH', `/api/proofs/${proofId}/review`, { status: 'rejected', adminNotes: 'Too dark' })
  expect(review.status, 'a rejected proof was submitted too').toBe(200)

  expect(await read(), 'kim, lee, max and the account').toBeCloseTo(4 / 12)
  expect(await read('?from=2026-06-02&to=2026-06-02'), 'kim, max and the account').toBeCloseTo(3 / 12)
  expect(await read('?from=2026-06-03&to=2026-06-03'), 'no device of a colleague').toBe(null)
  for (const period of [
    { from: '2026-06-01', to: '2026-06-03' },
    { from: '2026-06-01', to: '2026-06-01' },
  ]) {
    const { companies } = (await admin('GET', `/api/analytics/overview?from=${period.from}&to=${period.to}`)).body
    const counted = (await recompute(db, { ...period, today: '2026-06-04' })).companies
    expect(companies[0].peopleReached).toBe(counted[0]?.peopleReached)
  }
  const csv = (await admin('GET', '/api/analytics/companies.csv')).text
  expect(csv).toContain(',People reached')
  expect(csv).toContain(',0.3333')
})

test.each([
  { teamSize: 5, share: 1, cell: '1' },
  { teamSize: 4, share: null, cell: '' },
])(
  'of a team of $teamSize six phones are $share of it: never more than the whole, and nothing below five',
  async ({ teamSize, share, cell }) => {
    const { admin, taskIds, contribute, submit, read } = await aTeam(teamSize)
    await contribute(taskIds[0], 'kim', 'lee', 'max', 'noa', 'pia', 'ray')
    await submit(taskIds[0])

    expect(await read()).toBe(share)
    expect((await admin('GET', '/api/analytics/overview')).body.companies[0].peopleReached).toBe(share)
    const csv = (await admin('GET', '/api/analytics/companies.csv')).text
    expect(csv).toMatch(new RegExp(`^acme Ltd,${teamSize},.*,${cell}$`, 'm'))
  },
)
