import { expect, test } from 'vitest'
import { registrations } from '#server/features/registrations/tables.ts'
import { mailRecipients } from './messages/messages.ts'
import { approvedRows, expectOneEach, withAttendees } from './reminders/testing.ts'

const towel = { audience: 'approved', subject: 'Towels', text: 'Bring one.' }

test('a mailing that is stopped between two portions goes on with those who have no mail yet', async () => {
  const stopping = new AbortController()
  const { db, event, admin, path, platform, mailsOf } = await withAttendees([], {
    // Stops while the first portion of a hundred is posted.
    statements: [{ find: /insert into "attendee_notices"/, before: async () => stopping.abort() }],
  })
  await db.insert(registrations).values(approvedRows(event.id, 150))
  const { id } = (await admin('POST', `${path}/messages`, towel)).body

  await expect(mailRecipients(platform, id, stopping.signal)).rejects.toThrow()
  expect(await mailsOf('event-message')).toHaveLength(100)
  await mailRecipients(platform, id)

  expectOneEach(await mailsOf('event-message'), 150)
})
