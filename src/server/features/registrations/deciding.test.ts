import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { anEvent, aRegistration } from '#server/testing/events.ts'
import { startServer } from '#server/testing.ts'

async function anEventWithAda() {
  const server = await startServer()
  const admin = await server.anAdmin()
  const event = await anEvent(admin)
  const ada = await aRegistration(server.visitor, admin, event.id)
  // The clock stands still, and mails are listed by time.
  server.clock.advance(minutes(1))
  const path = `/api/events/${event.id}/registrations/${ada.id}`
  return { ...server, admin, event, ada, path }
}

test('an approval issues a code and posts the mail with it', async () => {
  const { admin, path, mails, ada, event } = await anEventWithAda()

  const reply = await admin('PATCH', path, { status: 'approved' })

  expect(reply).toMatchObject({
    status: 200,
    body: {
      status: 'approved',
      qrCodePayload: expect.stringMatching(/^sw1\./),
      qrCode: `${path}/qr.png`,
      decidedBy: 'root Admin',
      mail: { template: 'registration-approved', state: 'queued' },
    },
  })
  expect(await mails()).toMatchObject([
    { template: 'registration-received', toAddress: 'ada@mail.test' },
    {
      template: 'registration-approved',
      toAddress: 'ada@mail.test',
      subject: 'Your registration for Beach run is confirmed',
      text: expect.stringContaining(ada.code),
      attachments: [{ filename: 'qr-code.png', contentType: 'image/png' }, { filename: 'event.ics' }],
    },
  ])
  expect((await mails())[1]?.html).toContain(`href="http://week.test/e/${event.shortCode}?r=`)
})
