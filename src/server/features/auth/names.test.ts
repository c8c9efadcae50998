import { expect, test } from 'vitest'
import { goodPassword, startWorld } from '#server/testing.ts'

const address = 'Win at https://evil.test'
const refusal = "A name can't contain a web or email address"

test('an account, a company and an administrator have names without addresses', async () => {
  const { visitor, acme: company, root: admin } = await startWorld({ acme: 'company', root: 'admin' })
  const own = { password: goodPassword, confirmPassword: goodPassword }
  const fields = { email: 'new@mail.test', phone: '+59991234567' }

  const replies = [
    await visitor('POST', '/api/auth/signup', { ...fields, ...own, companyName: address, contactPersonName: address }),
    await company('PATCH', `/api/companies/${company.companyId}`, { name: address, contactPersonName: address }),
    await admin('POST', '/api/admin/admins', {
      email: fields.email,
      password: goodPassword,
      firstName: address,
      lastName: address,
    }),
  ]

  expect(replies.map(({ status, body }) => [status, body.fields])).toEqual([
    [400, { companyName: refusal, contactPersonName: refusal }],
    [400, { name: refusal, contactPersonName: refusal }],
    [400, { firstName: refusal, lastName: refusal }],
  ])
})

test('a name that was stored before the rule is still shown', async () => {
  const { anAdmin, bareDb, acme: company } = await startWorld({ acme: 'company' })
  await bareDb.execute(`update companies set name = 'Old www.old.test', contact_person_name = 'Old @ Name'`)

  expect((await company('GET', `/api/companies/${company.companyId}`)).body.name).toBe('Old www.old.test')
  const admin = await anAdmin()
  expect((await admin('GET', '/api/admin/companies')).body).toMatchObject([{ contactPersonName: 'Old @ Name' }])
})
