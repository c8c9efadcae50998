import { expect, test } from 'vitest'
import type { SearchResults } from '#contract/search/endpoints.ts'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import { anEvent, aRegistration } from '#server/testing/data/events.ts'
import { type Caller, startServer } from '#server/testing.ts'

const nothing = { companies: [], people: [], tasks: [], events: [], reports: [], submissions: [] }

const find = async (caller: Caller, q: string): Promise<SearchResults> =>
  (await caller('GET', `/api/search?q=${encodeURIComponent(q)}`)).body

const namesIn = ({ companies, people, tasks, events, reports, submissions }: SearchResults) => [
  ...companies.map(({ name }) => `company ${name}`),
  ...people.map(({ name, eventTitle }) => `person ${name} at ${eventTitle}`),
  ...tasks.map(({ title, state }) => `task ${title} ${state}`),
  ...events.map(({ title }) => `event ${title}`),
  ...reports.map(({ companyName }) => `report ${companyName}`),
  ...submissions.map(({ taskTitle, status }) => `submission ${taskTitle} ${status}`),
]

test('an administrator finds companies by name, contact and both addresses', async () => {
  const { aCompany, aUser, anAdmin } = await startServer()
  const [acme, admin] = [await aCompany('acme'), await anAdmin()]
  await acme('PATCH', `/api/companies/${acme.companyId}`, { contactPersonName: 'Zoë Álvarez' })
  const ada = await aUser('ada')

  const found = await find(admin, 'ACME')

  expect(found.companies).toEqual([
    {
      id: acme.companyId,
      profileComplete: true,
      name: 'acme Ltd',
      contactPersonName: 'Zoë Álvarez',
      email: 'office@acme.test',
    },
  ])
  for (const q of ['zoe alvarez', 'office@acme', 'acme@mail.test', ' acme ltd '])
    expect(namesIn(await find(admin, q))).toEqual(['company acme Ltd'])
  expect((await find(admin, 'ada@mail')).companies).toMatchObject([{ id: ada.userId, profileComplete: false }])
})

test('the best match comes first, and each kind has at most five', async () => {
  const { aCompany, anAdmin } = await startServer()
  const admin = await anAdmin()
  for (const name of ['zlagoon', 'blue-lagoon', 'lagoon', 'alagoon', 'clagoon', 'dlagoon']) await aCompany(name)
  await aCompany('other')

  const { companies } = await find(admin, 'lagoon')

  expect(companies).toHaveLength(5)
  expect(companies[0]?.name).toBe('lagoon Ltd')
})

test('an administrator finds people by name, code and address with their event', async () => {
  const { visitor, anAdmin } = await startServer()
  const admin = await anAdmin()
  const [run, swim] = [await anEvent(admin, { title: 'Beach run' }), await anEvent(admin, { title: 'Bay swim' })]
  const ben = await aRegistration(visitor, admin, run.id, 'Ben')
  await aRegistration(visitor, admin, swim.id, 'Ben')
  await aRegistration(visitor, admin, swim.id, 'Cleo')

  const found = await find(admin, ben.code.toLowerCase())

  expect(found.people).toEqual([
    {
      id: ben.id,
      eventId: run.id,
      eventTitle: 'Beach run',
      name: 'Ben Lovelace',
      email: 'ben@mail.test',
      companyName: 'Analytical Engines',
      code: ben.code,
      status: 'pending',
      confirmed: true,
    },
  ])
  expect(namesIn(await find(admin, 'ben love')).toSorted()).toEqual([
    'person Ben Lovelace at Bay swim',
    'person Ben Lovelace at Beach run',
  ])
  expect(namesIn(await find(admin, 'cleo@mail'))).toEqual(['person Cleo Lovelace at Bay swim'])
})

test('an administrator finds tasks in every state, all events, and reports', async () => {
  const { db, clock, aCompany, anAdmin } = await startServer()
  const [acme, admin] = [await aCompany('acme'), await anAdmin()]
  const now = clock.now()
  const later = new Date(now.getTime() + 3_600_000)
  await db.insert(tasks).values([
    { title: 'Harbour walk', date: now, createdAt: now },
    { title: 'Harbour swim', date: now, createdAt: now, opensAt: later },
    { title: 'Harbour dance', date: now, createdAt: now, archivedAt: now },
  ])
  const hidden = await anEvent(admin, { title: 'Harbour party', place: 'Pier 7' })
  await admin('PATCH', `/api/events/${hidden.id}`, { isActive: false })
  await admin('POST', '/api/reports', { kind: 'company', companyId: acme.companyId })
  await admin('POST', '/api/reports', { kind: 'challenge' })

  expect(namesIn(await find(admin, 'harbour')).toSorted()).toEqual([
    'event Harbour party',
    'task Harbour dance archived',
    'task Harbour swim scheduled',
    'task Harbour walk open',
  ])
  expect(namesIn(await find(admin, 'pier'))).toEqual(['event Harbour party'])
  expect(namesIn(await find(admin, 'acme'))).toEqual(['company acme Ltd', 'report acme Ltd'])
  expect((await find(admin, 'wellness report')).reports).toHaveLength(2)
})

test('a company finds open tasks, active events and own submissions, and nothing about others', async () => {
  const server = await startServer()
  const { db, clock, visitor, aCompany, anAdmin } = server
  const [acme, other, admin] = [await aCompany('acme'), await aCompany('other'), await anAdmin()]
  const now = clock.now()
  const [first = '', second = ''] = await someTasks(server, 2)
  await db.insert(tasks).values([
    { title: 'Task unopened', date: now, createdAt: now, opensAt: new Date(now.getTime() + 1) },
    { title: 'Task archived', date: now, createdAt: now, archivedAt: now },
    { title: 'Task closed', date: now, createdAt: now, closesAt: now },
  ])
  await waitingProofs(server, acme.companyId, [first])
  await waitingProofs(server, other.companyId, [second])
  const [run, hidden] = [
    await anEvent(admin, { title: 'Task force run' }),
    await anEvent(admin, { title: 'Task secret' }),
  ]
  await admin('PATCH', `/api/events/${hidden.id}`, { isActive: false })
  await aRegistration(visitor, admin, run.id, 'Taskia', { lastName: 'Task' })
  await other('POST', '/api/reports', { kind: 'company' })

  const found = namesIn(await find(acme, 'task'))

  expect(found.toSorted()).toEqual([
    'event Task force run',
    'submission Task 1 pending',
    'task Task 1 open',
    'task Task 2 open',
  ])
  for (const q of ['other', 'Ada', 'taskia', 'mail.test', 'report']) expect(await find(acme, q)).toEqual(nothing)
})

test('an erased company is found by nobody', async () => {
  const { aCompany, anAdmin } = await startServer()
  const [acme, admin] = [await aCompany('acme'), await anAdmin()]
  await admin('POST', '/api/admin/erasures', { email: acme.email })

  for (const q of ['acme', 'erased', 'company']) expect((await find(admin, q)).companies).toEqual([])
})

test('an empty search finds nothing, and signs are letters like others', async () => {
  const { aCompany, aUser, anAdmin } = await startServer()
  const [admin, user] = [await anAdmin(), await aUser('ada')]
  await aCompany('acme')

  expect(await find(admin, '')).toEqual(nothing)
  expect(await find(admin, '   ')).toEqual(nothing)
  for (const q of ['%', '_', '\\', "'", '\n']) expect(await find(admin, q)).toEqual(nothing)
  expect(await find(user, 'acme')).toEqual(nothing)
  const refused = [`q=${'x'.repeat(201)}`, 'q=%00', 'limit=9'].map((query) => admin('GET', `/api/search?${query}`))
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([400, 400, 400])
})
