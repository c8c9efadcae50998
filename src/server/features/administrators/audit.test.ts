import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { startWorld } from '#server/testing.ts'

const said = ({ cause }: { cause?: Error }) => cause?.message

test('the audit log lists who did what, the newest first, fifty at a time', async () => {
  const { clock, db, root, acme } = await startWorld({ root: 'admin', acme: 'company' })
  await db.execute(
    sql`insert into audit_entries (at, actor, action, subject)
        select '2026-05-01', 'command line', 'did', 'thing ' || n from generate_series(1, 60) n`,
  )
  clock.advance(1_000)
  await root('PATCH', `/api/companies/${acme.companyId}`, { name: 'Acme NV' })

  const first = await root('GET', '/api/admin/audit')
  const rest = await root('GET', /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '')

  expect(first.headers.get('x-total-count')).toBe('61')
  expect(first.body).toHaveLength(50)
  expect(first.body[0]).toEqual({
    id: 61,
    at: '2026-06-01T12:00:01.000Z',
    actor: 'root@week.test',
    action: 'edited company',
    subject: 'Acme NV',
    subjectId: acme.companyId,
    before: { name: 'acme Ltd' },
    after: { name: 'Acme NV' },
  })
  expect([first.body[1].subject, rest.body.length, rest.body.at(-1).subject]).toEqual(['thing 60', 11, 'thing 1'])
})

test('the audit log is searched by who, what and on what', async () => {
  const { root, acme } = await startWorld({ root: 'admin', acme: 'company' })
  await root('PATCH', `/api/admin/companies/${acme.companyId}`, { hidden: true })
  const found = async (q: string) => (await root('GET', `/api/admin/audit?q=${encodeURIComponent(q)}`)).body.length

  expect([await found('ROOT@'), await found('leaderboard'), await found('acme ltd')]).toEqual([1, 1, 1])
  expect([await found('zorg'), await found('%')]).toEqual([0, 0])
})

test('an entry can be neither changed nor deleted', async () => {
  const { db, root, acme } = await startWorld({ root: 'admin', acme: 'company' })
  await root('PATCH', `/api/admin/companies/${acme.companyId}`, { hidden: true })
  const before = await db.select().from(auditEntries)

  const attempts = [
    () => db.execute(sql`update audit_entries set actor = 'nobody'`),
    () => db.execute(sql`delete from audit_entries`),
    () => db.execute(sql`update audit_entries set at = at`),
  ]

  for (const attempt of attempts)
    expect(said(await attempt().catch((error) => error))).toBe('audit_entries is append-only')
  expect(await db.select().from(auditEntries)).toEqual(before)
})

test('no password, hash, token or session is in the log', async () => {
  const { db, root, acme } = await startWorld({ root: 'admin', acme: 'company' })
  const person = { email: 'grace@week.test', firstName: 'Grace', lastName: 'Hopper', password: 'Divi-divi-tree' }
  await root('POST', '/api/admin/admins', person)
  await root('PATCH', `/api/admin/companies/${acme.companyId}/password`, { password: 'Trade-wind-77' })
  await root('PATCH', `/api/companies/${acme.companyId}`, { phone: '+5999000000' })
  await root('GET', '/api/admin/companies.csv')

  const all = JSON.stringify(await db.select().from(auditEntries))
  const list = await root('GET', '/api/admin/audit')

  expect(list.body).toHaveLength(4)
  expect(all).not.toMatch(/Divi-divi|Trade-wind|argon2|[\w-]{43}/)
})

test('the lists of administrators and of the log are exported, and the exports are in the log', async () => {
  const { clock, root, acme } = await startWorld({ root: 'admin', acme: 'company' })
  clock.advance(1_000)
  const person = { email: 'grace@week.test', firstName: '=Grace', lastName: 'Hopper', password: 'Divi-divi-tree' }
  await root('POST', '/api/admin/admins', person)
  await root('PATCH', `/api/companies/${acme.companyId}`, { name: '=cmd()' })

  const administrators = await root('GET', '/api/admin/admins.csv')
  const log = await root('GET', '/api/admin/audit.csv')
  const entries = await root('GET', '/api/admin/audit')

  expect(administrators.text).toBe(
    [
      'Name,Email,Status,Created (UTC),Created (America/Curacao)',
      'root Admin,root@week.test,Active,2026-06-01T12:00:00.000Z,2026-06-01 08:00:00',
      `"'=Grace Hopper",grace@week.test,Active,2026-06-01T12:00:01.000Z,2026-06-01 08:00:01\r\n`,
    ].join('\r\n'),
  )
  expect(log.text).toContain(`edited company,"'=cmd()","{""name"":""acme Ltd""}","{""name"":""=cmd()""}"`)
  expect(entries.body.map(({ subject }: { subject: string }) => subject)).toEqual([
    'the audit log',
    'the administrator table',
    '=cmd()',
    'grace@week.test',
  ])
})
