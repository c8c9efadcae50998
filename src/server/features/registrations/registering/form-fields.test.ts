import { expect, test } from 'vitest'
import { anAttendee, anEvent } from '#server/testing/data/events.ts'
import { startServer } from '#server/testing.ts'
import { registrations } from '../tables.ts'

async function withEvent() {
  const server = await startServer()
  const event = await anEvent(await server.anAdmin())
  const register = (body: unknown) => server.visitor('POST', `/api/events/${event.shortCode}/register`, body)
  return { ...server, register }
}

test.each([
  ['firstName', ''],
  ['lastName', '   '],
  ['phone', undefined],
])('without %s nobody is registered', async (field, value) => {
  const { register, db } = await withEvent()

  const reply = await register(anAttendee('Ada', { [field]: value }))

  expect(reply).toMatchObject({ status: 400, body: { fields: { [field]: 'Please fill in all required fields' } } })
  expect(await db.$count(registrations)).toBe(0)
})

test.each(['a phone', '-', '+599 12', '(((((((((('])('with the phone number %s nobody is registered', async (phone) => {
  const { register, db } = await withEvent()

  const reply = await register(anAttendee('Ada', { phone }))

  expect(reply).toMatchObject({ status: 400, body: { fields: { phone: 'Valid phone number is required' } } })
  expect(await db.$count(registrations)).toBe(0)
})

test.each(['5991234', '(599) 12-34', '٠١٢٣٤٥٦'])('the phone number %s is one', async (phone) => {
  const { register, db } = await withEvent()

  expect(await register(anAttendee('Ada', { phone }))).toMatchObject({ status: 201 })

  expect(await db.select().from(registrations)).toMatchObject([{ phone }])
})

test.each([
  ['firstName', 'WINNER! Claim 500 USD at https://evil.test/win'],
  ['lastName', 'www.evil.test'],
  ['companyName', 'evil.test/win'],
  ['firstName', 'Ada\u202eL'],
])(
  'a %s with an address or an invisible character is refused on its field and nothing is mailed',
  async (field, value) => {
    const { register, mails, db } = await withEvent()

    const reply = await register(anAttendee('Ada', { [field]: value }))

    expect(reply).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.stringMatching(/^A name can't|^Contains a line/) } },
    })
    expect([await mails(), await db.$count(registrations)]).toEqual([[], 0])
  },
)
