import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { startServer, startWorld } from '#server/testing.ts'
import { companies } from './tables.ts'

const names = (reply: { body: { name: string }[] }) => reply.body.map(({ name }) => name)

test('the table shows companies and, as incomplete, who never finished setup', async () => {
  const { acme, ada, root: admin } = await startWorld({ acme: 'company', ada: 'user', root: 'admin' })

  const reply = await admin('GET', '/api/admin/companies')

  expect(reply.headers.get('x-total-count')).toBe('2')
  expect(reply.headers.get('link')).toBeNull()
  expect(reply.body).toEqual([
    {
      id: acme.companyId,
      profileComplete: true,
      name: 'acme Ltd',
      contactPersonName: 'Ada Lovelace',
      email: 'office@acme.test',
      loginEmail: 'acme@mail.test',
      phone: '+59991234567',
      teamSize: 12,
      totalPoints: 0,
      hidden: false,
      disabled: false,
      createdAt: '2026-06-01T12:00:00.000Z',
    },
    {
      id: ada.userId,
      profileComplete: false,
      name: 'ada Ltd',
      contactPersonName: 'ada Lovelace',
      email: 'ada@mail.test',
      loginEmail: 'ada@mail.test',
      phone: '+59991234567',
      teamSize: null,
      totalPoints: null,
      hidden: false,
      disabled: false,
      createdAt: '2026-06-01T12:00:00.000Z',
    },
  ])
})

test('who never finished setup can get a new password and be disabled, but has nothing to hide', async () => {
  const { logIn, ada, root: admin } = await startWorld({ ada: 'user', root: 'admin' })

  const hidden = await admin('PATCH', `/api/admin/companies/${ada.userId}`, { hidden: true })
  const reset = await admin('PATCH', `/api/admin/companies/${ada.userId}/password`, { password: 'Trade-wind-77' })
  await logIn(ada.email, 'Trade-wind-77')
  const disabled = await admin('PATCH', `/api/admin/companies/${ada.userId}`, { disabled: true })

  expect([hidden.status, reset.status, disabled.status]).toEqual([404, 200, 200])
  await expect(logIn(ada.email, 'Trade-wind-77')).rejects.toThrow('This account is disabled')
})

test('search finds what was typed, percent, underscore and backslash included', async () => {
  const { aCompany, aUser, anAdmin } = await startServer()
  await aCompany('one', { name: '100% Fit' })
  await aCompany('two', { name: '100 Fit' })
  await aCompany('three', { name: 'snake_case' })
  await aCompany('four', { name: 'snakeXcase' })
  await aCompany('five', { name: 'back\\slash' })
  await aUser('six')
  const admin = await anAdmin()
  const search = async (q: string) =>
    names(await admin('GET', `/api/admin/companies?q=${encodeURIComponent(q)}`)).toSorted()

  expect(await search('100%')).toEqual(['100% Fit'])
  expect(await search('%')).toEqual(['100% Fit'])
  expect(await search('e_c')).toEqual(['snake_case'])
  expect(await search('\\')).toEqual(['back\\slash'])
  expect(await search("' or '1'='1")).toEqual([])
  expect(await search('SIX ltd')).toEqual(['six Ltd'])
  expect(await search('office@two')).toEqual(['100 Fit'])
  expect(await search('four@mail')).toEqual(['snakeXcase'])
  expect(await search('  Lovelace ')).toHaveLength(6)
  expect(await search(' ')).toHaveLength(6)
})

test('the table is sorted by any column, both ways, and by nothing else', async () => {
  const { aCompany, anAdmin, clock } = await startServer()
  await aCompany('b', { name: 'beta', teamSize: 3, contactPersonName: 'Zoë' })
  clock.advance(1)
  await aCompany('a', { name: 'Alpha', teamSize: 20, contactPersonName: 'yves' })
  clock.advance(1)
  await aCompany('c', { name: 'Gamma', teamSize: 100, contactPersonName: 'Xandra' })
  const admin = await anAdmin()
  const sorted = async (sort: string) => names(await admin('GET', `/api/admin/companies?sort=${sort}`)).join(' ')

  expect(await sorted('name')).toBe('Alpha beta Gamma')
  expect(await sorted('-name')).toBe('Gamma beta Alpha')
  expect(await sorted('teamSize')).toBe('beta Alpha Gamma')
  expect(await sorted('-createdAt')).toBe('Gamma Alpha beta')
  expect(await sorted('contactPersonName')).toBe('Gamma Alpha beta')
  expect(await sorted('-email')).toBe('Gamma beta Alpha')
  expect(await sorted('totalPoints')).not.toBe('')
  for (const sort of [
    'password',
    'users.password',
    'name;drop table users',
    '-',
    '--name',
    'name,id',
    '1',
    'constructor',
  ]) {
    const reply = await admin('GET', `/api/admin/companies?sort=${encodeURIComponent(sort)}`)
    expect([sort, reply.status, reply.body.fields]).toEqual([sort, 400, { sort: 'Unknown order' }])
  }
})

test('the table comes in pages that leave nobody out', async () => {
  const { aCompany, anAdmin, db } = await startServer()
  for (const name of ['a', 'b', 'c', 'd', 'e']) await aCompany(name)
  await db.update(companies).set({ name: 'Same Name' })
  const admin = await anAdmin()
  const seen: string[] = []

  let path: string | undefined = '/api/admin/companies?limit=2&sort=name&q=same'
  while (path) {
    const reply: Awaited<ReturnType<typeof admin>> = await admin('GET', path)
    expect(reply.headers.get('x-total-count')).toBe('5')
    seen.push(...reply.body.map(({ id }: { id: string }) => id))
    path = /^<(\/api\/[^>]+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1]
  }

  expect(new Set(seen).size).toBe(5)
  expect(seen).toHaveLength(5)
  expect((await admin('GET', '/api/admin/companies?cursor=100')).body).toEqual([])
})

test('a page that is no number is refused', async () => {
  const { root: admin } = await startWorld({ root: 'admin' })
  const wrong = ['limit=0', 'limit=-1', 'limit=10001', 'limit=1.5', 'limit=1e3', 'limit=0x10', 'limit=', 'limit=%20']
  const more = ['cursor=-1', 'cursor=99999999999', 'cursor=NaN', 'limit=1&limit=2', 'page=1', 'q=a&q=b', 'q=%00']

  for (const query of [...wrong, ...more, '__proto__=1', 'q[]=x', `q=${'x'.repeat(201)}`]) {
    const reply = await admin('GET', `/api/admin/companies?${query}`)
    expect([query, reply.status, reply.body.code]).toEqual([query, 400, 'invalid-input'])
  }
})

test('the export opens in a spreadsheet without running what people typed', async () => {
  const { aCompany, aUser, anAdmin, db } = await startServer()
  await aCompany('one', { name: '=HYPERLINK("evil.test")', contactPersonName: '+1+1', phone: '-1234567890' })
  const two = await aCompany('two')
  // As it may have been stored before names were checked.
  const stored = { name: '@SUM(A1)', contactPersonName: 'Ada, "the first"\nLovelace' }
  await db.update(companies).set(stored).where(eq(companies.id, two.companyId))
  await aUser('ada')
  const admin = await anAdmin()

  const reply = await admin('GET', '/api/admin/companies.csv')

  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename="companies.csv"')
  // `text()` of a response swallows the mark, so the bytes are looked at.
  expect(
    reply.text.startsWith(
      'Company Name,Contact Person,Email,Login Email,Phone,Team Size,Rank,Points,Calories,Status,Created (UTC),Created (America/Curacao)\r\n',
    ),
  ).toBe(true)
  expect(reply.text).toContain(
    `"'=HYPERLINK(""evil.test"")","'+1+1",office@one.test,one@mail.test,"'-1234567890",12,,0,0,Active,2026-06-01T12:00:00.000Z,2026-06-01 08:00:00\r\n`,
  )
  expect(reply.text).toContain(`"'@SUM(A1)","Ada, ""the first""\nLovelace"`)
  expect(reply.text).toContain(
    `ada Ltd,ada Lovelace,ada@mail.test,ada@mail.test,\u00a0+59991234567,,,,,Profile incomplete,`,
  )
  expect(await db.select().from(auditEntries)).toMatchObject([
    { actor: 'root@week.test', action: 'exported', subject: 'the company table' },
  ])
})

test('the export begins with the mark that makes Excel read UTF-8, and follows search and order', async () => {
  const { aCompany, anAdmin, base } = await startServer()
  await aCompany('one', { name: 'Zoë' })
  await aCompany('two', { name: 'Anaïs' })
  await aCompany('three', { name: 'Bob' })
  const admin = await anAdmin()

  const response = await fetch(`${base}/api/admin/companies.csv?q=office&sort=-name`, {
    headers: { cookie: admin.cookie },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const none = await admin('GET', '/api/admin/companies.csv?q=nobody')

  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes.toString('utf8').match(/Zoë|Anaïs|Bob/g)).toEqual(['Zoë', 'Bob', 'Anaïs'])
  expect(none.text.trim().split('\r\n')).toHaveLength(1)
})

test('a disabled company is out at once, and in again when enabled', async () => {
  const { logIn, base, db, acme, root: admin } = await startWorld({ acme: 'company', root: 'admin' })
  const stream = await openStream(base, acme.cookie)

  const off = await admin('PATCH', `/api/admin/companies/${acme.companyId}`, { disabled: true })
  await stream.ended()
  const shut = await acme('GET', '/api/auth/user')
  await expect(logIn(acme.email)).rejects.toThrow('This account is disabled')
  const on = await admin('PATCH', `/api/admin/companies/${acme.companyId}`, { disabled: false })
  const stale = await acme('GET', '/api/auth/user')
  await logIn(acme.email)

  expect([off.body.disabled, on.body.disabled]).toEqual([true, false])
  expect([shut.status, stale.status]).toEqual([401, 401])
  expect(await db.select().from(auditEntries)).toMatchObject([
    { action: 'disabled company', subject: 'acme Ltd', before: { disabled: false }, after: { disabled: true } },
    { action: 'enabled company', subject: 'acme Ltd', before: { disabled: true }, after: { disabled: false } },
  ])
})

test('a company is hidden and shown, and saying it twice is written down once', async () => {
  const { db, acme, root: admin } = await startWorld({ acme: 'company', root: 'admin' })
  const set = (hidden: boolean) => admin('PATCH', `/api/admin/companies/${acme.companyId}`, { hidden })

  const replies = [await set(true), await set(true), await set(false)]

  expect(replies.map(({ status, body }) => [status, body.hidden])).toEqual([
    [200, true],
    [200, true],
    [200, false],
  ])
  expect((await acme('GET', '/api/auth/user')).status).toBe(200)
  expect(await db.select().from(companies)).toMatchObject([{ hiddenAt: null }])
  expect(await db.select().from(auditEntries)).toMatchObject([
    { action: 'hid from the leaderboard', before: { hidden: false }, after: { hidden: true } },
    { action: 'showed on the leaderboard', before: { hidden: true }, after: { hidden: false } },
  ])
})

test('the export has the ranks of the leaderboard and the calories', async () => {
  const { aCompany, anAdmin, db, clock } = await startServer()
  const [early, late] = [clock.now(), new Date(clock.now().getTime() + 60_000)]
  const standings: [string, object][] = [
    ['tied', { totalPoints: 10, totalCaloriesBurned: 70, reachedAt: late }],
    ['alike', { totalPoints: 10, totalCaloriesBurned: 80, reachedAt: late }],
    ['first', { totalPoints: 10, totalCaloriesBurned: 90, reachedAt: early }],
    ['hidden', { totalPoints: 99, totalCaloriesBurned: 1, reachedAt: early, hiddenAt: early }],
    ['last', { totalPoints: 5, totalCaloriesBurned: 60, reachedAt: early }],
    ['none', { totalPoints: 0 }],
  ]
  for (const [name, totals] of standings) {
    const { companyId } = await aCompany(name)
    await db.update(companies).set(totals).where(eq(companies.id, companyId))
  }
  const admin = await anAdmin()

  const { text } = await admin('GET', '/api/admin/companies.csv?sort=-totalPoints')
  const board = (await admin('GET', '/api/leaderboard')).body as { name: string; rank: number | null }[]

  const lines = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','))
  const exported = lines.map(([name, , , , , , rank, points, calories]) => [name, rank, points, calories].join(' '))
  expect(exported.toSorted()).toEqual([
    'alike Ltd 2 10 80',
    'first Ltd 1 10 90',
    'hidden Ltd  99 1',
    'last Ltd 4 5 60',
    'none Ltd  0 0',
    'tied Ltd 2 10 70',
  ])
  expect(board.map(({ name, rank }) => `${name} ${rank ?? ''}`).toSorted()).toEqual([
    'alike Ltd 2',
    'first Ltd 1',
    'last Ltd 4',
    'none Ltd ',
    'tied Ltd 2',
  ])
})
