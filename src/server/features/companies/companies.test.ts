import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { contents } from '#server/testing/database/contents.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { goodPassword, startWorld } from '#server/testing.ts'
import { companies } from './tables.ts'

const profile = {
  name: 'Engines Ltd',
  contactPersonName: 'Ada Lovelace',
  email: 'office@engines.test',
  phone: '+5999123456',
}
const missing = '6f2b0a52-3c1e-4f60-9a55-0d6f0e9a1b11'

test('a new company starts with the specified defaults and belongs to who made it', async () => {
  const { ada } = await startWorld({ ada: 'user' })

  const reply = await ada('POST', '/api/companies', { ...profile, email: ' Office@Engines.Test ' })
  const me = await ada('GET', '/api/auth/user')

  expect(reply).toMatchObject({ status: 201 })
  expect(reply.body).toEqual({
    ...profile,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    teamSize: 1,
    logoUrl: null,
    brandingColor: '#211100',
    totalPoints: 0,
    totalCaloriesBurned: 0,
    dailyGoal: 100,
    userId: ada.userId,
    createdAt: '2026-06-01T12:00:00.000Z',
    updatedAt: '2026-06-01T12:00:00.000Z',
  })
  expect(me.body).toMatchObject({ companyId: reply.body.id, hasCompany: true, draft: null })
})

test('the whole profile of the specification is accepted', async () => {
  const { ada } = await startWorld({ ada: 'user' })

  const reply = await ada('POST', '/api/companies', { ...profile, teamSize: 40, logoUrl: '', brandingColor: '#ff6600' })

  expect(reply).toMatchObject({ status: 201, body: { teamSize: 40, logoUrl: null, brandingColor: '#ff6600' } })
})

test('a person has one company', async () => {
  const { db, acme } = await startWorld({ acme: 'company' })

  const reply = await acme('POST', '/api/companies', profile)

  expect(reply).toMatchObject({ status: 409, body: { code: 'company-exists' } })
  expect(await db.$count(companies)).toBe(1)
})

test('a contact address belongs to one company, whatever its case', async () => {
  const { acme, bob } = await startWorld({ acme: 'company', bob: 'user' })

  const creation = await bob('POST', '/api/companies', { ...profile, email: 'Office@ACME.test' })
  await bob('POST', '/api/companies', profile)
  const edit = await acme('PATCH', `/api/companies/${acme.companyId}`, { email: profile.email })

  for (const reply of [creation, edit]) {
    expect(reply).toMatchObject({
      status: 409,
      body: {
        code: 'company-email-taken',
        fields: { email: 'Another company already uses this email address' },
      },
    })
  }
})

const wrong: [field: string, value: unknown, sentence: string][] = [
  ['name', 'E', 'Company name is required'],
  ['name', 'E'.repeat(201), 'Must be at most 200 characters'],
  ['name', 'a\u0000b', 'Contains a character that cannot be stored'],
  ['contactPersonName', ' ', 'Contact person name is required'],
  ['email', 'office', 'Invalid email address'],
  ['phone', '123', 'Valid phone number is required'],
  ['teamSize', 0, 'Team size must be at least 1'],
  ['teamSize', 1.5, 'Team size must be a whole number'],
  ['teamSize', '12', 'Team size must be a number'],
  ['teamSize', 2_147_483_648, 'Must be at most 1000000'],
  ['brandingColor', 'red', 'Invalid color format (use hex color like #ff6600)'],
  ['brandingColor', '#fff', 'Invalid color format (use hex color like #ff6600)'],
  ['brandingColor', '#ff6600;x', 'Invalid color format (use hex color like #ff6600)'],
]

test('every rule of the profile is kept by the server, on creation and on editing', async () => {
  const { db, ada, acme } = await startWorld({ ada: 'user', acme: 'company' })
  const before = await contents(db)

  for (const [field, value, sentence] of wrong) {
    const creation = await ada('POST', '/api/companies', { ...profile, [field]: value })
    const edit = await acme('PATCH', `/api/companies/${acme.companyId}`, { [field]: value })
    for (const reply of [creation, edit]) {
      expect([field, value, reply.status, reply.body.fields]).toEqual([field, value, 400, { [field]: sentence }])
    }
  }
  expect(await contents(db)).toEqual(before)
})

test('nobody sets points, owners or a logo from elsewhere', async () => {
  const { db, ada, acme, root: admin } = await startWorld({ ada: 'user', acme: 'company', root: 'admin' })
  const before = await contents(db)
  const forbidden = [
    { totalPoints: 9 },
    { totalCaloriesBurned: 9 },
    { userId: ada.userId },
    { id: missing },
    { createdAt: '2020-01-01' },
    { hiddenAt: null },
    { logoUrl: 'https://evil.test/track.gif' },
    { logoUrl: 'javascript:alert(1)' },
  ]

  for (const extra of forbidden) {
    const replies = [
      await ada('POST', '/api/companies', { ...profile, ...extra }),
      await acme('PATCH', `/api/companies/${acme.companyId}`, extra),
      await admin('PATCH', `/api/companies/${acme.companyId}`, extra),
    ]
    expect([extra, replies.map(({ status }) => status)]).toEqual([extra, [400, 400, 400]])
  }
  expect(await contents(db)).toEqual(before)
})

test('a company reads and edits its own profile', async () => {
  const { clock, acme } = await startWorld({ acme: 'company' })
  clock.advance(60_000)
  const changes = { ...profile, teamSize: 7, dailyGoal: 250, brandingColor: '#00AA11' }

  const edited = await acme('PATCH', `/api/companies/${acme.companyId}`, changes)
  const read = await acme('GET', `/api/companies/${acme.companyId}`)
  const me = await acme('GET', '/api/auth/user')

  expect(edited).toMatchObject({ status: 200, body: { ...changes, updatedAt: '2026-06-01T12:01:00.000Z' } })
  expect(read.body).toEqual(edited.body)
  expect(me.body.email).toBe('acme@mail.test')
})

test('a part of the profile can be edited alone', async () => {
  const { acme } = await startWorld({ acme: 'company' })

  const reply = await acme('PATCH', `/api/companies/${acme.companyId}`, { phone: '+5999000000' })
  const nothing = await acme('PATCH', `/api/companies/${acme.companyId}`, {})

  expect(reply.body).toMatchObject({ name: 'acme Ltd', teamSize: 12, phone: '+5999000000' })
  expect(nothing).toMatchObject({ status: 200, body: { phone: '+5999000000' } })
})

test("another company's profile does not exist for a company", async () => {
  const { db, acme, zorg, ada } = await startWorld({ acme: 'company', zorg: 'company', ada: 'user' })
  const before = await contents(db)

  for (const call of [zorg, ada]) {
    const replies = [
      await call('GET', `/api/companies/${acme.companyId}`),
      await call('GET', `/api/companies/${missing}`),
      await call('PATCH', `/api/companies/${acme.companyId}`, { name: 'Taken over' }),
      await call('PATCH', `/api/companies/${missing}`, { name: 'Taken over' }),
    ]
    for (const reply of replies) {
      expect([reply.status, { ...reply.body, requestId: '' }]).toEqual([
        404,
        { message: 'This does not exist or is no longer here.', code: 'not-found', requestId: '' },
      ])
    }
  }
  expect(await contents(db)).toEqual(before)
})

test('an administrator reads and edits any company, and that is written down', async () => {
  const { db, acme, root: admin } = await startWorld({ acme: 'company', root: 'admin' })

  const read = await admin('GET', `/api/companies/${acme.companyId}`)
  const edited = await admin('PATCH', `/api/companies/${acme.companyId}`, { name: 'Acme NV', teamSize: 12 })
  const unknown = await admin('PATCH', `/api/companies/${missing}`, { name: 'Acme NV' })
  const all = await admin('GET', '/api/companies')

  expect(read.body.name).toBe('acme Ltd')
  expect(edited.body.name).toBe('Acme NV')
  expect(unknown.status).toBe(404)
  expect(all.body).toEqual([edited.body])
  expect(await db.select().from(auditEntries)).toMatchObject([
    {
      actor: 'root@week.test',
      actorId: admin.userId,
      action: 'edited company',
      subject: 'Acme NV',
      subjectId: acme.companyId,
      before: { name: 'acme Ltd' },
      after: { name: 'Acme NV' },
    },
  ])
})

test('a reset password ends the sessions of the company within a second, and the old one is gone', async () => {
  const { logIn, base, mails, acme, root: admin } = await startWorld({ acme: 'company', root: 'admin' })
  const stream = await openStream(base, acme.cookie)

  const reply = await admin('PATCH', `/api/admin/companies/${acme.companyId}/password`, { password: 'Trade-wind-77' })

  await stream.ended()
  expect(reply).toMatchObject({ status: 200, body: { message: 'The password has been updated.' } })
  expect((await acme('GET', '/api/auth/user')).status).toBe(401)
  await expect(logIn(acme.email, goodPassword)).rejects.toThrow('Invalid email or password')
  await logIn(acme.email, 'Trade-wind-77')
  const [mail] = await mails()
  expect(mail).toMatchObject({ toAddress: 'acme@mail.test', template: 'password-changed' })
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('Trade-wind-77')
})

test('a reset password is as long and as strong as any other', async () => {
  const { logIn, acme, root: admin } = await startWorld({ acme: 'company', root: 'admin' })
  const reset = (id: string, body: unknown) => admin('PATCH', `/api/admin/companies/${id}/password`, body)

  const replies = [
    await reset(acme.companyId, { password: '1234567' }),
    await reset(acme.companyId, { password: 'acme2026' }),
    await reset(acme.companyId, { password: 'Trade-wind-77', confirmPassword: 'Trade-wind-77' }),
    await reset(missing, { password: 'Trade-wind-77' }),
    await reset(admin.userId, { password: 'Trade-wind-77' }),
  ]

  expect(replies.map(({ status, body }) => [status, body.message])).toEqual([
    [400, 'Password must be at least 8 characters long'],
    [400, 'This password is too easy to guess. Please choose another one.'],
    [400, 'Unknown field: confirmPassword'],
    [404, 'This does not exist or is no longer here.'],
    [404, 'This does not exist or is no longer here.'],
  ])
  await logIn(acme.email)
})

test('the audit log tells of a reset without the password', async () => {
  const { db, acme, root: admin } = await startWorld({ acme: 'company', root: 'admin' })

  await admin('PATCH', `/api/admin/companies/${acme.companyId}/password`, { password: 'Trade-wind-77' })

  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.action, 'reset the password of'))
  expect(entry).toMatchObject({ actor: 'root@week.test', subject: 'acme Ltd', before: null, after: null })
  expect(JSON.stringify(entry)).not.toMatch(/Trade-wind|argon2/)
})
