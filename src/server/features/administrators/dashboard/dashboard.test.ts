import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/mail/tables.ts'
import { anEvent } from '#server/testing/data/events.ts'
import { startServer } from '#server/testing.ts'

const dashboard = '/api/admin/dashboard'
const nothingYet = { task: false, event: false, company: false, email: false, backups: false }

test('the first steps of an empty installation are ticked off by what happens', async () => {
  const { anAdmin, aCompany, mails } = await startServer()
  const admin = await anAdmin()
  expect((await admin('GET', dashboard)).body).toEqual({
    failedMails: 0,
    eventsWithFailedMails: [],
    firstSteps: nothingYet,
  })

  await anEvent(admin)
  await aCompany('acme')
  const sent = await admin('POST', '/api/admin/test-emails')

  expect(sent).toMatchObject({ status: 201, body: { to: 'root@week.test' } })
  expect(await mails()).toContainEqual(expect.objectContaining({ template: 'test-email', toAddress: 'root@week.test' }))
  expect((await admin('GET', dashboard)).body.firstSteps).toEqual({
    ...nothingYet,
    ...{ event: true, company: true, email: true },
  })
})

test('one administrator dismisses the first steps for all of them', async () => {
  const { anAdmin } = await startServer()
  const [root, eve] = [await anAdmin('root'), await anAdmin('eve')]

  expect((await root('DELETE', '/api/admin/first-steps')).status).toBe(204)

  expect((await eve('GET', dashboard)).body.firstSteps).toBeNull()
})

test('only administrators read the dashboard, send tests and dismiss', async () => {
  const { visitor, aCompany } = await startServer()
  const company = await aCompany('acme')
  for (const [method, path] of [
    ['GET', dashboard],
    ['POST', '/api/admin/test-emails'],
    ['DELETE', '/api/admin/first-steps'],
  ] as const) {
    expect((await visitor(method, path)).status).toBe(401)
    expect((await company(method, path)).status).toBe(403)
  }
})

test('emails that were given up are counted, those of attendees by event', async () => {
  const { anAdmin, visitor, db } = await startServer()
  const admin = await anAdmin()
  const event = await anEvent(admin)
  const ada = { firstName: 'Ada', lastName: 'Martina', email: 'ada@mail.test', phone: '+59991234567' }
  expect((await visitor('POST', `/api/events/${event.id}/register`, ada)).status).toBe(201)
  await db.update(outbox).set({ state: 'failed' }).where(eq(outbox.toAddress, 'ada@mail.test'))

  const { failedMails, eventsWithFailedMails } = (await admin('GET', dashboard)).body

  expect(failedMails).toBe(1)
  expect(eventsWithFailedMails).toEqual([{ id: event.id, title: event.title, mails: 1 }])
})

test('test emails are limited to ten an hour', async () => {
  const { anAdmin } = await startServer()
  const admin = await anAdmin()
  for (let nth = 0; nth < 10; nth++) expect((await admin('POST', '/api/admin/test-emails')).status).toBe(201)

  expect((await admin('POST', '/api/admin/test-emails')).status).toBe(429)
})
