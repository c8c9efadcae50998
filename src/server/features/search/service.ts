import type { z } from 'zod'
import type { SearchResults } from '#contract/search/endpoints.ts'
import { stateOf } from '#contract/tasks/rules.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

type Reply = z.input<typeof SearchResults>

const nothing: Reply = { companies: [], people: [], tasks: [], events: [], reports: [], submissions: [] }

/** Each role finds only what its pages show it. */
export async function search(platform: Platform, viewer: Viewer, q: string): Promise<Reply> {
  if (q === '') return nothing
  return viewer.isAdmin ? searchAsAdministrator(platform, q) : searchAsCompany(platform, viewer, q)
}

async function searchAsAdministrator({ db, clock }: Platform, q: string): Promise<Reply> {
  const [companies, people, tasks, events, reports] = await Promise.all([
    store.findCompanies(db, q),
    store.findPeople(db, q),
    store.findTasks(db, q),
    store.findEvents(db, q),
    store.findReports(db, q),
  ])
  return { ...nothing, companies, people, tasks: tasks.map((task) => withState(task, clock.now())), events, reports }
}

async function searchAsCompany({ db, clock }: Platform, { companyId }: Viewer, q: string): Promise<Reply> {
  const [tasks, events, submissions] = await Promise.all([
    store.findOpenTasks(db, clock, q),
    store.findActiveEvents(db, q),
    companyId ? store.findSubmissions(db, companyId, q) : [],
  ])
  return { ...nothing, tasks: tasks.map((task) => withState(task, clock.now())), events, submissions }
}

function withState({ archivedAt, opensAt, ...task }: store.FoundTask, now: Date): Reply['tasks'][number] {
  return { ...task, state: archivedAt ? 'archived' : stateOf({ opensAt, closesAt: task.closesAt }, now) }
}
