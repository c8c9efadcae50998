import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { anEvent, aRegistration } from '#server/testing/data/events.ts'
import { startServer } from '#server/testing.ts'
import { registrations } from './tables.ts'

async function withThree() {
  const server = await startServer()
  const { visitor, clock } = server
  const admin = await server.anAdmin()
  const event = await anEvent(admin)
  const list = `/api/events/${event.id}/registrations`
  const people = [
    ['Ada', { lastName: 'Lovelace', companyName: 'Engines', phone: '+599 9123 4561' }],
    ['Ben', { lastName: 'adams', companyName: null, phone: '+599 9123 4562' }],
    ['Cleo', { lastName: 'Zander 100%', companyName: 'Boats_', phone: '+599 9123 4563' }],
  ] as const
  const ids: string[] = []
  for (const [name, changes] of people) {
    clock.advance(minutes(1))
    ids.push((await aRegistration(visitor, admin, event.id, name, changes)).id)
  }
  const names = async (query: string) =>
    (await admin('GET', `${list}?${query}`)).body.map(({ firstName }: { firstName: string }) => firstName)
  return { ...server, admin, event, list, ids, names }
}

test('the list is searched, filtered and sorted', async () => {
  const { names, admin, list, ids, db, clock } = await withThree()
  await admin('PATCH', `${list}/${ids[0]}`, { status: 'approved' })
  await admin('PATCH', `${list}/${ids[1]}`, { status: 'approved' })
  await admin('PATCH', `${list}/${ids[2]}`, { status: 'rejected' })
  await db.update(registrations).set({ checkedIn: true, checkedInAt: clock.now() }).where(sql`first_name = 'Ben'`)
  const [{ code }] = (await admin('GET', list)).body

  expect(await names('')).toEqual(['Ada', 'Ben', 'Cleo'])
  expect(await names('sort=-registeredAt')).toEqual(['Cleo', 'Ben', 'Ada'])
  expect(await names('sort=lastName')).toEqual(['Ben', 'Ada', 'Cleo'])
  expect(await names('sort=-companyName')).toEqual(['Ada', 'Cleo', 'Ben'])
  expect(await names('sort=-checkedInAt&limit=1')).toEqual(['Ben'])
  expect(await names('q=ada+love')).toEqual(['Ada'])
  expect(await names('q=CLEO%40mail')).toEqual(['Cleo'])
  expect(await names(`q=${code.toLowerCase()}`)).toEqual(['Ada'])
  expect(await names('q=%25')).toEqual(['Cleo'])
  expect(await names('q=_')).toEqual(['Cleo'])
  expect(await names('status=approved')).toEqual(['Ada', 'Ben'])
  expect(await names('status=approved&checkedIn=no')).toEqual(['Ada'])
  expect(await names('checkedIn=yes')).toEqual(['Ben'])
  for (const query of ['sort=phone', 'status=gone', 'checkedIn=maybe', 'limit=0', 'x=1']) {
    expect((await admin('GET', `${list}?${query}`)).status).toBe(400)
  }
})

test('a name is found and sorted without its accents', async () => {
  const { names, visitor, admin, event, clock } = await withThree()
  clock.advance(minutes(1))
  await aRegistration(visitor, admin, event.id, 'Zoë', {
    email: 'zoe@mail.test',
    lastName: 'Álvarez',
    companyName: 'Café',
  })

  expect(await names('sort=lastName')).toEqual(['Ben', 'Zoë', 'Ada', 'Cleo'])
  for (const typed of ['alvarez', 'Álvarez', 'ÁLVAREZ', 'zoe alv', 'ZOË', 'cafe', 'A\u0301lvarez']) {
    expect([typed, await names(`q=${encodeURIComponent(typed)}`)]).toEqual([typed, ['Zoë']])
  }
  // Not across two fields.
  expect(await names(`q=${encodeURIComponent('Álvarez zoe@')}`)).toEqual([])
})

test('pages follow one another without gaps', async () => {
  const { admin, list } = await withThree()

  const first = await admin('GET', `${list}?limit=2`)
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await admin('GET', next)

  expect([first.headers.get('x-total-count'), first.body.length]).toEqual(['3', 2])
  expect(second.body).toMatchObject([{ firstName: 'Cleo' }])
  expect(second.headers.get('link')).toBe(null)
})

test('the table is exported as it is shown, and nothing in it runs in a spreadsheet', async () => {
  const { visitor, admin, event, list, clock, db } = await withThree()
  clock.advance(minutes(1))
  await aRegistration(visitor, admin, event.id, '=cmd()', { email: 'evil@mail.test' })
  // As it may have been stored before names were checked.
  const stored = { lastName: '@SUM(A1)', companyName: '+1,"two"\nthree' }
  await db.update(registrations).set(stored).where(sql`first_name = '=cmd()'`)

  const { text, headers } = await admin('GET', `${list}.csv?sort=-registeredAt`)

  expect(headers.get('content-disposition')).toBe(`attachment; filename="attendees-${event.shortCode}.csv"`)
  const [heading, evil] = text.split('\r\n')
  expect(heading).toContain(
    'First Name,Last Name,Email,Phone,Company,Registered (UTC),Registered (America/Curacao),Status',
  )
  expect(evil).toMatch(
    /^"'=cmd\(\)","'@SUM\(A1\)",evil@mail\.test,\u00a0\+59991234567,"'\+1,""two""\nthree",2026-06-01T12:04:00\.000Z,2026-06-01 08:04:00,pending,/,
  )
  expect((await admin('GET', `${list}.csv?q=ben`)).text.split('\r\n')).toHaveLength(3)
  expect((await admin('GET', '/api/admin/audit')).body[0]).toMatchObject({
    action: 'exported',
    subject: 'the attendees of Beach run',
  })
})

test('the list for paper has who may come in, by last name, and no contact data', async () => {
  const { admin, event, list, ids } = await withThree()
  for (const id of ids.slice(0, 2)) await admin('PATCH', `${list}/${id}`, { status: 'approved' })

  const { body, text } = await admin('GET', `/api/events/${event.id}/door-list`)

  expect(body).toMatchObject([{ firstName: 'Ben' }, { firstName: 'Ada', code: expect.any(String), checkedInAt: null }])
  expect(text).not.toMatch(/mail\.test|\+599|sw1/)
})

test('an event that does not exist has no list', async () => {
  const { admin } = await withThree()
  const gone = '/api/events/00000000-0000-4000-8000-000000000000'

  for (const path of ['registrations', 'registrations/counts', 'registrations.csv', 'door-list']) {
    expect(await admin('GET', `${gone}/${path}`)).toMatchObject({ status: 404, body: { code: 'event-gone' } })
  }
})

test('among ten thousand attendees every page, search and count is answered', async () => {
  const { admin, event, list, db } = await withThree()
  await admin('PATCH', `/api/events/${event.id}`, { capacity: 5_000 })
  await db.execute(sql`
    insert into event_registrations
      (event_id, first_name, last_name, email, phone, company_name, status, code, registered_at, notice_version)
    select ${event.id}, 'Person' || n, 'Name' || (n * 7919 % 10007), 'p' || n || '@mail.test', '+5999' || n, 'Company ' || n % 300,
      (array['pending', 'approved', 'rejected'])[1 + n % 3], 'C' || n, now() + (n || ' seconds')::interval, 'x'
    from generate_series(1, 10000) n`)
  await db.execute(sql`analyze event_registrations`)
  const asked = [
    ...['limit=50', 'limit=50&cursor=9000', 'limit=50&sort=lastName', 'limit=50&sort=-companyName&cursor=5000'],
    ...[
      'limit=50&q=person77',
      'limit=50&q=no+such',
      'limit=50&status=pending&sort=email',
      'limit=50&sort=-checkedInAt',
    ],
  ]
  const paths = [...asked.map((query) => `${list}?${query}`), `${list}/counts`]

  const replies = await Promise.all(paths.map((path) => admin('GET', path)))

  expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 200))
  const totals = replies.slice(0, asked.length).map(({ headers }) => Number(headers.get('x-total-count')))
  expect(totals).toEqual([10_003, 10_003, 10_003, 10_003, 111, 0, 3336, 10_003])
})
