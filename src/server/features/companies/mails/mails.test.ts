import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { markFailed, post } from '#server/platform/mail/outbox.ts'
import { outbox } from '#server/platform/mail/tables.ts'
import { startServer } from '#server/testing.ts'

const content = { preheader: '', greeting: 'Hello,', paragraphs: ['A secret link'] }

async function aBusyOutbox() {
  const server = await startServer()
  const acme = await server.aCompany('acme')
  await server.db.delete(outbox)
  const send = async (subject: string, address: string) => {
    server.clock.advance(1_000)
    const mail = { to: { address }, template: 'test', subject, content }
    return server.db.transaction((tx) => post(tx, mail, server.clock.now()))
  }
  return { ...server, acme, send, address: `/api/admin/companies/${acme.companyId}/mails` }
}

test('the emails to both addresses of a company are listed, the newest first, and nobody else’s', async () => {
  const { anAdmin, aCompany, db, send, address } = await aBusyOutbox()
  await aCompany('zorg')
  const admin = await anAdmin()
  await db.delete(outbox)
  await send('To the office', 'office@acme.test')
  await send('To the account', 'acme@mail.test')
  await send('To the others', 'office@zorg.test')

  const reply = await admin('GET', address)

  expect(reply.headers.get('x-total-count')).toBe('2')
  expect(reply.body).toMatchObject([
    { subject: 'To the account', to: 'acme@mail.test', state: 'queued', sentAt: null, error: null },
    { subject: 'To the office', to: 'office@acme.test', state: 'queued' },
  ])
  expect(reply.text).not.toContain('secret')
})

test('the list is paged, and tells what failed and what is held', async () => {
  const { anAdmin, db, clock, send, address } = await aBusyOutbox()
  const admin = await anAdmin()
  await db.delete(outbox)
  const failed = await send('Failed', 'office@acme.test')
  const held = await send('Held', 'office@acme.test')
  await db.update(outbox).set({ heldAt: clock.now() }).where(eq(outbox.id, held))
  const [mail] = await db.select().from(outbox).where(eq(outbox.id, failed))
  await db.transaction((tx) => markFailed(tx, { ...mail, messageId: '' } as never, 'No such mailbox'))

  const first = await admin('GET', `${address}?limit=1`)
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await admin('GET', next)

  expect(first.body).toMatchObject([{ subject: 'Held', state: 'held' }])
  expect(second.body).toMatchObject([{ subject: 'Failed', state: 'failed', error: 'No such mailbox' }])
  expect(second.headers.get('link')).toBeNull()
})

test('an account without a profile has a row and emails under its own id, an unknown id has nothing', async () => {
  const { anAdmin, aUser, db, send } = await aBusyOutbox()
  const [admin, ada] = [await anAdmin(), await aUser('ada')]
  await db.delete(outbox)
  await send('Finish your profile', 'ada@mail.test')

  const row = await admin('GET', `/api/admin/companies/${ada.userId}`)
  const mails = await admin('GET', `/api/admin/companies/${ada.userId}/mails`)
  const unknown = '00000000-0000-4000-8000-000000000000'
  const missing = [`/api/admin/companies/${unknown}`, `/api/admin/companies/${unknown}/mails`]

  expect(row.body).toMatchObject({ id: ada.userId, profileComplete: false, email: 'ada@mail.test' })
  expect(mails.body).toMatchObject([{ subject: 'Finish your profile' }])
  for (const path of missing) expect((await admin('GET', path)).status).toBe(404)
})

test('visitors and companies read neither the row nor the emails', async () => {
  const { visitor, acme, address } = await aBusyOutbox()

  for (const path of [address, `/api/admin/companies/${acme.companyId}`]) {
    expect((await visitor('GET', path)).status).toBe(401)
    expect((await acme('GET', path)).status).toBe(403)
  }
})
