import { aPicture, uploaded } from '#server/features/files/testing.ts'
import { someTasks } from '#server/features/proofs/testing.ts'
import type { Caller } from '#server/testing.ts'
import { type Changed, patiently, startServerWith } from '../guards.ts'
import { World } from './world.ts'

type Member = { call: Caller; companyId: string }

/** Two companies, a reviewer, and three tasks. */
export async function twoCompanies(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const world = new World(server)
  const [acme, zorg] = [await world.joinWithCompany('acme'), await world.joinWithCompany('zorg')]
  const admin = await world.join('root', { isAdmin: true })
  const [walk = '', swim = '', ride = ''] = await someTasks(server, 3)
  return { ...server, world, acme, zorg, admin, walk, swim, ride }
}

/** Submits six photos for a task; the first may be given. */
export async function handIn({ call, companyId }: Member, taskId: string, first?: Buffer) {
  const contentUrls = [await uploaded(call, first ?? (await aPicture()), { fileName: 'first.jpg' })]
  for (let n = 1; n < 6; n++) contentUrls.push(await uploaded(call))
  return submit({ call, companyId }, taskId, contentUrls)
}

export const submit = ({ call, companyId }: Member, taskId: string, contentUrls: string[], contentType = 'image') =>
  patiently(() => call('POST', '/api/proofs', { taskId, companyId, contentUrls, contentType }))
