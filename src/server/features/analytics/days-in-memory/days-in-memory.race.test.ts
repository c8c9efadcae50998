import { expect, test } from 'vitest'
import type { AnalyticsOverview } from '#contract/analytics/endpoints.ts'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { startServer, startWorld } from '#server/testing.ts'

async function startWeek() {
  const { root, ...server } = await startWorld({ root: 'admin' })
  const taskIds = await someTasks(server, 8)
  const proofs: string[] = []
  for (const name of ['acme', 'bolt', 'core', 'dune', 'echo', 'fern']) {
    const { companyId } = await server.aCompany(name)
    proofs.push(...(await waitingProofs(server, companyId, taskIds)))
  }
  return { server, root, proofs }
}

/** What the approved proofs are worth, counted by task; points and companies come from memory. */
const worth = ({ tasks }: AnalyticsOverview) =>
  tasks.reduce((sum, { proofs, pointsReward }) => sum + proofs.approved * pointsReward, 0)

test('while proofs are approved all numbers of an overview are of one moment, in every process', async () => {
  const { server, root, proofs } = await startWeek()
  const other = await startServer({ beside: server })
  const readers = [root, other.caller(root.cookie)]
  const seen: AnalyticsOverview[] = []
  let isDone = false

  const read = async (call: (typeof readers)[0]) => {
    while (!isDone) {
      const { status, body, text } = await call('GET', '/api/analytics/overview')
      if (status !== 200) throw new Error(text)
      seen.push(body)
    }
  }
  const reading = Promise.all(readers.flatMap((call) => [read(call), read(call), read(call)]))
  for (const id of proofs) await root('PATCH', `/api/proofs/${id}/review`, { status: 'approved' })
  isDone = true
  await reading

  const points = seen.map(({ totals }) => totals.points)
  expect(points).toEqual(seen.map(worth))
  expect(points).toEqual(seen.map(({ companies }) => companies.reduce((sum, each) => sum + each.points, 0)))
  expect(seen.map(({ totals }) => totals.proofs.pending + totals.proofs.approved)).toEqual(
    seen.map(() => proofs.length),
  )
  // Otherwise nothing changed while it was read.
  expect(new Set(points).size).toBeGreaterThan(3)
})
