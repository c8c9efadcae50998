import type { Page } from '@playwright/test'
import { pressByKeyboard, typeByKeyboard } from '../support/accessibility.ts'
import { anAttendee, anEvent, decide, type MadeEvent } from '../support/event-making.ts'
import { cookieOf, expect, expectGoodEverywhere, type Product, requireOk, test } from '../support/product.ts'

async function withAttendees(product: Product, title: string, ...names: string[]) {
  const event = await anEvent(product, title)
  const people = []
  for (const name of names) {
    const person = await anAttendee(product, event, name)
    await decide(product, event, person.id, { status: 'approved' })
    people.push(person)
  }
  return { event, people }
}

const openMessages = async (page: Page, event: MadeEvent) => {
  await page.goto(`/events/${event.id}/attendees#messages`)
  await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible()
}

for (const width of [375, 1440]) {
  test(`an organiser writes to the attendees with the keyboard, looks at the email and sends it once (${width} px)`, async ({
    product,
    signedIn,
  }) => {
    const { event, people } = await withAttendees(product, `Towels at ${width}`, 'Splash', 'Wave')
    const page = await signedIn(product.admin, '/events')
    await page.setViewportSize({ width, height: 800 })
    await openMessages(page, event)
    await expect(page.getByText('No messages yet')).toBeVisible()

    await pressByKeyboard(page, page.getByRole('button', { name: 'New message' }))
    const dialog = page.getByRole('dialog', { name: 'New message' })
    await expect(dialog.getByLabel('To')).toContainText('Everyone approved (2)')
    await pressByKeyboard(page, dialog.getByRole('button', { name: 'Preview' }))
    await expect(dialog.getByLabel('Subject'), 'what is missing is said and focused').toBeFocused()
    await expect(dialog.getByLabel('Subject')).toHaveAccessibleDescription('Subject is required')
    await typeByKeyboard(page, dialog.getByLabel('Subject'), 'Bring a towel, {firstName}')
    await typeByKeyboard(page, dialog.getByLabel('Message'), 'The water is warm. {nobody}')
    await expect(dialog.getByText('{nobody} is unknown and will be sent as typed.')).toBeVisible()
    await pressByKeyboard(page, dialog.getByRole('button', { name: 'Preview' }))

    const question = page.getByRole('dialog', { name: 'Send this message?' })
    await expect(question.getByText('2 people will get this email.')).toBeFocused()
    await expect(question.getByText('Bring a towel, Splash')).toBeVisible()
    const email = question.frameLocator('iframe')
    await expect(email.getByText('The water is warm. {nobody}', { exact: true })).toBeVisible()
    await pressByKeyboard(page, question.getByRole('button', { name: 'Back to the text' }))
    await expect(dialog.getByLabel('Message'), 'what was typed is still there').toHaveValue(
      'The water is warm. {nobody}',
    )
    await pressByKeyboard(page, dialog.getByRole('button', { name: 'Preview' }))
    await pressByKeyboard(page, question.getByRole('button', { name: 'Send to 2 people' }))

    await expect(page.getByText('It is on its way to 2 people.')).toBeVisible()
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'New message' }), 'the focus returns').toBeFocused()
    await expect(page.getByText('2 of 2 sent')).toBeVisible()
    const item = page.getByRole('listitem').filter({ hasText: 'Bring a towel, {firstName}' })
    await expect(item).toContainText('Approved ·')
    for (const [nth, name] of ['Splash', 'Wave'].entries()) {
      const mail = await product.mailTo(people[nth]?.email ?? '', `Bring a towel, ${name}`)
      expect(mail).toContain('The water is warm.')
      expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    }
  })
}

test('emails of a message that failed are tried again with one press', async ({ product, signedIn }) => {
  const { event } = await withAttendees(product, 'Full mailbox', 'Mailbox')
  const page = await signedIn(product.admin, '/events')
  await requireOk(
    product.post(
      `/api/events/${event.id}/messages`,
      { audience: 'all', subject: 'Towels', text: 'Bring one.' },
      cookieOf(await requireOk(product.post('/api/auth/login', product.admin))),
    ),
  )
  // A mail server that refuses takes a day to fail: the list says so at once.
  await page.route(`**/api/events/${event.id}/messages`, async (route) => {
    const response = await route.fetch()
    const messages = (await response.json()) as object[]
    await route.fulfill({ response, json: messages.map((message) => ({ ...message, sent: 0, failed: 1 })) })
  })
  await openMessages(page, event)
  const item = page.getByRole('listitem').filter({ hasText: 'Towels' })
  await expect(item).toContainText('0 of 1 sent · 1 failed')
  await expectGoodEverywhere(page, item.getByRole('button', { name: 'Try again: Towels' }))

  const asked = page.waitForResponse((response) => response.url().endsWith('/mail-retries'))
  await item.getByRole('button', { name: 'Try again: Towels' }).click()

  expect((await asked).status()).toBe(200)
  await expect(page.getByText('Nothing to resend')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the messages and their dialog look right everywhere', { tag: '@slow' }, async ({ product, signedIn }) => {
  const { event } = await withAttendees(product, 'Messages everywhere', 'Everywhere')
  const page = await signedIn(product.admin, '/events')
  await openMessages(page, event)
  await expectGoodEverywhere(page, page.getByText('No messages yet'))
  await page.getByRole('button', { name: 'New message' }).click()
  const dialog = page.getByRole('dialog')
  await expectGoodEverywhere(page, dialog.getByLabel('Subject'))
  await dialog.getByLabel('Subject').fill('A subject')
  await dialog.getByLabel('Message').fill('A message')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expectGoodEverywhere(page, dialog.getByText('1 person will get this email.'))
})

test('who opens the link at the end of a message stops them with one press, and may have them back', async ({
  page,
  product,
  signedIn,
}) => {
  const { event, people } = await withAttendees(product, 'Quiet please', 'Silent')
  const organiser = await signedIn(product.admin, '/events')
  await openMessages(organiser, event)
  await organiser.getByRole('button', { name: 'New message' }).click()
  await organiser.getByLabel('Subject').fill('Loud news')
  await organiser.getByRole('textbox', { name: 'Message' }).fill('Listen to this.')
  await organiser.getByRole('button', { name: 'Preview' }).click()
  await organiser.getByRole('button', { name: 'Send to 1 person' }).click()
  const mail = await product.mailTo(people[0]?.email ?? '', 'Loud news')
  const token = /\?u=([\w.-]+)/.exec(mail)?.[1] ?? ''

  await page.goto(`/e/${event.shortCode}?u=${token}`)
  const stop = page.getByRole('button', { name: 'Stop reminders and messages' })
  await expectGoodEverywhere(page, stop)
  await stop.click()
  await expect(page.getByRole('heading', { name: 'You get no more reminders and messages' })).toBeVisible()
  await organiser.getByRole('button', { name: 'New message' }).click()
  await organiser.getByLabel('Subject').fill('More news')
  await organiser.getByRole('textbox', { name: 'Message' }).fill('Listen again.')
  await organiser.getByRole('button', { name: 'Preview' }).click()
  await expect(organiser.getByRole('dialog')).toContainText('There is no one to send this message to.')
  await expect(organiser.getByRole('dialog')).toContainText('1 person turned messages off and will not get it.')
  await page.getByRole('button', { name: 'Turn them on again' }).click()
  await expect(page.getByRole('heading', { name: 'Reminders and messages are on again' })).toBeVisible()
})

test('the form of an event says how many people will be told of a new date or place', async ({ product, signedIn }) => {
  await withAttendees(product, 'Movable event', 'Mover', 'Shaker')
  const page = await signedIn(product.admin, '/events')
  const card = page.getByRole('article', { name: 'Movable event', exact: true })
  await card.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  // Other tests' events on the page may have the same words in their names.
  const form = page.getByRole('dialog')
  const note = form.getByText('2 people will get an email about the new date or place')
  await form.getByLabel('Title').fill('Movable events')
  await expect(note).toHaveCount(0)
  await form.getByLabel('Place').fill('Jan Thiel')
  await expect(note).toBeVisible()
  await form.getByLabel('Place').fill('Mambo Beach')
  await expect(note).toHaveCount(0)
})
