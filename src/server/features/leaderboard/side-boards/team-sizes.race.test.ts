import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies, companySizes } from '#server/features/companies/tables.ts'
import { pointEntries } from '#server/features/points/tables.ts'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { atOnce, type Changed, patiently, startServerWith } from '#server/testing/guards.ts'
import { verifyPerPerson } from '../service.ts'

/** Reads the kept value and writes a new one, as two approvals at once would do without knowing of each other. */
const newValueInsteadOfStep: Changed = {
  find: /^update "companies" set total_points/,
  without: (query) => ({
    ...query,
    text: query.text.replace('per_person_millionths = per_person_millionths +', 'per_person_millionths = 0 +'),
  }),
}

/** Approvals of one company while its team size is edited. */
async function approveWhileSizeChanges(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const [root, acme] = [await server.anAdmin(), await server.aCompany()]
  const ids = await waitingProofs(server, acme.companyId, await someTasks(server, 8))
  const approve = (id: string | undefined) => root('PATCH', `/api/proofs/${id}/review`, { status: 'approved' })
  // Those of the same moment may share a statement.
  await approve(ids[0])
  const replies = await atOnce(16, (n) =>
    patiently(() =>
      n % 2 === 0 ? approve(ids[n / 2]) : root('PATCH', `/api/companies/${acme.companyId}`, { teamSize: 6 + n }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  return { ...server, companyId: acme.companyId }
}

test('approvals while the team size changes count with one size each, in the ledger and in the total', async () => {
  const { db, companyId } = await approveWhileSizeChanges()

  expect(await verifyPerPerson({ db })).toEqual([])
  const [company] = await db.select().from(companies).where(eq(companies.id, companyId))
  const sizes = (await db.select().from(companySizes).orderBy(companySizes.id)).map(({ size }) => size)
  expect(sizes.at(-1)).toBe(company?.teamSize)
  const used = (await db.select().from(pointEntries)).map(({ teamSize }) => teamSize)
  expect(used).toHaveLength(8)
  expect(used.filter((size) => !sizes.includes(size))).toEqual([])
})

test('red control: a new value instead of a step loses what others added', async () => {
  const { db } = await approveWhileSizeChanges(newValueInsteadOfStep)

  expect(await verifyPerPerson({ db })).toHaveLength(1)
})
