import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { branding } from '#contract/branding/branding.ts'
import { profile } from '#server/testing/data/world.ts'
import { goodPassword, startServer, startWorld } from '#server/testing.ts'
import { companies } from '../tables.ts'
import { fillNameKeys } from './fill-name-keys.ts'

test('no company is created or renamed with a name that looks like that of another one', async () => {
  const { aCompany, aUser } = await startServer()
  const [, zorg, ada] = [await aCompany('acme', { name: 'Acme Bank' }), await aCompany('zorg'), await aUser('ada')]

  for (const name of ['Acme Bank', 'Аcme Bank', 'acme  BANK', 'Ac\u200dme Bank'])
    for (const reply of [
      await ada('POST', '/api/companies', { ...profile('ada'), name }),
      await zorg('PATCH', `/api/companies/${zorg.companyId}`, { name }),
    ])
      expect([name, reply]).toMatchObject([
        name,
        {
          status: 409,
          body: {
            code: 'company-name-taken',
            fields: { name: 'Another company has this name, or one that looks like it' },
          },
        },
      ])
})

test('a company writes its own name otherwise, and a name that is given up can be taken', async () => {
  const { aCompany } = await startServer()
  const [acme, zorg] = [await aCompany('acme', { name: 'Acme Bank' }), await aCompany('zorg')]
  const rename = (name: string) => acme('PATCH', `/api/companies/${acme.companyId}`, { name })

  expect(await rename('ACME Bank')).toMatchObject({ status: 200, body: { name: 'ACME Bank' } })
  expect(await rename('Acme Insurance')).toMatchObject({ status: 200 })

  expect(await zorg('PATCH', `/api/companies/${zorg.companyId}`, { name: 'acme bank' })).toMatchObject({ status: 200 })
})

test('names of organisers are refused at signup, creation and renaming; an organiser gives one', async () => {
  const { visitor, ada, acme, root: admin } = await startWorld({ ada: 'user', acme: 'company', root: 'admin' })
  const signup = { ...{ email: 'eve@mail.test', password: goodPassword, confirmPassword: goodPassword } }
  const contact = { contactPersonName: 'Eve Moore', phone: '+59991234567' }
  const path = `/api/companies/${acme.companyId}`

  for (const name of ['Administrator', branding.eventName]) {
    const reserved = { status: 409, body: { code: 'company-name-reserved' } }
    expect(await visitor('POST', '/api/auth/signup', { ...signup, ...contact, companyName: name })).toMatchObject(
      reserved,
    )
    expect(await ada('POST', '/api/companies', { ...profile('ada'), name })).toMatchObject(reserved)
    expect(await acme('PATCH', path, { name })).toMatchObject(reserved)
  }
  expect(await admin('PATCH', path, { name: 'Support' })).toMatchObject({ status: 200, body: { name: 'Support' } })
  expect(await acme('PATCH', path, { name: 'SUPPORT', dailyGoal: 50 })).toMatchObject({ status: 200 })
})

test('companies of before that look alike keep their names, and nobody else gets that name', async () => {
  const { db, aCompany, aUser, platform } = await startServer()
  const [acme, other] = [await aCompany('acme', { name: 'Acme' }), await aCompany('other')]
  await db.execute(sql`update companies set name_key = null, name = 'ACME'`)

  await fillNameKeys(platform)

  const keys = await db.select({ name: companies.name, key: companies.nameKey }).from(companies)
  expect(keys.map(({ name }) => name)).toEqual(['ACME', 'ACME'])
  expect(keys.filter(({ key }) => key === 'acme')).toHaveLength(1)
  for (const one of [acme, other])
    expect(await one('PATCH', `/api/companies/${one.companyId}`, { name: 'ACME', dailyGoal: 70 })).toMatchObject({
      status: 200,
    })
  const reply = await (await aUser('ada'))('POST', '/api/companies', { ...profile('ada'), name: 'acme' })
  expect(reply.body.code).toBe('company-name-taken')
})
