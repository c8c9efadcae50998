import { aPicture, uploaded } from '#server/features/files/testing.ts'
import { type Changed, startServerWith } from '../guards.ts'
import { submit } from './submit-proof.ts'
import { type Company, populate } from './world.ts'

/** Two companies, a reviewer, and three tasks. */
export async function twoCompanies(...changes: Changed[]) {
  const people = { acme: 'company', zorg: 'company', root: 'admin' } as const
  const tasks = { walk: 'task', swim: 'task', ride: 'task' } as const
  return populate(await startServerWith(...changes), { ...people, ...tasks })
}

/** Submits six photos for a task; the first may be given. */
export async function handIn(company: Company, taskId: string, first?: Buffer) {
  const contentUrls = [await uploaded(company, first ?? (await aPicture()), { fileName: 'first.jpg' })]
  for (let n = 1; n < 6; n++) contentUrls.push(await uploaded(company))
  return submit(company, taskId, contentUrls)
}
