import { expect, test } from 'vitest'
import { registrations } from '#server/features/registrations/tables.ts'
import { message } from '#server/platform/mail/transports/transport.ts'
import { remindAttendees } from '../reminders/reminders.ts'
import { withAttendees } from '../reminders/testing.ts'

const dayBefore = '2026-06-02T18:00:00.000Z'

async function withReminder(names = ['Ada', 'Ben']) {
  const server = await withAttendees(names)
  server.setClock(dayBefore)
  await remindAttendees(server.platform)
  const reminderOf = async (name: string) =>
    (await server.mailsOf('event-reminder')).find(({ toAddress }) => toAddress === `${name.toLowerCase()}@mail.test`)
  const linkOf = async (name: string) =>
    (await reminderOf(name))?.letter.unsubscribe?.oneClickUrl.replace('http://week.test', '') ?? ''
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, raw: 'List-Unsubscribe=One-Click' }
  const press = (link: string) => server.visitor('POST', link, undefined, form)
  return { ...server, reminderOf, linkOf, press }
}

test('a mail program switches reminders off with one request and no session, also what is queued', async () => {
  const { reminderOf, linkOf, press, told, db } = await withReminder()
  const mail = await reminderOf('Ada')
  const link = await linkOf('Ada')
  const { headers } = message({ ...mail, messageId: '<1@week.test>' } as Parameters<typeof message>[0], {
    name: '',
    address: 'week@week.test',
  })
  expect(headers).toMatchObject({
    'List-Unsubscribe': `<http://week.test${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })

  expect(await press(link)).toMatchObject({ status: 200, body: { mailsOff: true } })
  expect(await press(link), 'pressed twice').toMatchObject({ status: 200, body: { mailsOff: true } })

  expect(await told('event-reminder')).toEqual(['Ben'])
  expect(await db.$count(registrations)).toBe(2)
})

test('forms of other kinds and none at all do the same', async () => {
  const { linkOf, visitor } = await withReminder(['Ada'])
  const link = await linkOf('Ada')
  const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const multipart = { headers: { 'content-type': 'multipart/form-data; boundary=x' }, raw: parts }

  expect((await visitor('POST', link, undefined, multipart)).status).toBe(200)
  expect((await visitor('POST', link)).status).toBe(200)
  expect((await visitor('GET', link)).status, 'looking at the address changes nothing').toBe(405)
})

test('who switched reminders off gets none, until they are on again; emails about the place still come', async () => {
  const { linkOf, press, visitor, admin, path, told, setClock, platform, ids } = await withReminder(['Ada'])
  const link = await linkOf('Ada')
  await press(link)
  await admin('PATCH', path, { eventDate: '2026-06-06T18:00:00.000Z' })
  setClock('2026-06-05T18:00:00.000Z')
  await remindAttendees(platform)
  expect(await told('event-reminder')).toEqual([])

  expect(await visitor('DELETE', link)).toMatchObject({ status: 200, body: { mailsOff: false } })
  await remindAttendees(platform)
  expect(await told('event-reminder')).toEqual(['Ada'])

  await press(link)
  await admin('POST', `${path}/registrations/${ids.get('Ada')}/resend`)
  expect(await told('registration-approved')).toEqual(['Ada', 'Ada'])
})

test('the token switches emails off and opens nothing else; no other token does', async () => {
  const { linkOf, press, visitor, path, own, reminderOf } = await withReminder()
  const link = await linkOf('Ada')
  const token = new URL(link, 'http://week.test').searchParams.get('token') ?? ''
  const ownToken = /[?&]r=([\w.~-]+)/.exec((await reminderOf('Ada'))?.text ?? '')?.[1] ?? ''
  const bens = new URL(await linkOf('Ben'), 'http://week.test').searchParams.get('token') ?? ''

  expect((await visitor('POST', `${path}/registration`, { token })).status).toBe(404)
  expect((await visitor('POST', `${path}/registration/cancel`, { token })).status).toBe(404)
  const mixed = `${token.split('.')[0]}.${bens.split('.')[1]}`
  for (const wrong of [ownToken, mixed, `${token}x`, 'x', '']) {
    const reply = await press(link.replace(token, wrong))
    expect([reply.status, reply.body.code]).toEqual([404, 'registration-gone'])
  }
  expect((await own('Ada')).status).toBe(200)
})
