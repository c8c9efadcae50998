import { administrator, aProof, aTask, read, send } from '../support/challenge.ts'
import { expect, expectGoodEverywhere, tabTo, test } from '../support/product.ts'

test('a company chooses in the settings which emails it gets', async ({ product, signedIn }) => {
  const company = await product.aCompany('Fewer Emails Ltd')
  const page = await signedIn(company, '/settings')
  const emails = page.getByRole('region', { name: 'Emails' })
  const opens = emails.getByRole('switch', { name: 'A task opens' })

  await expect(emails.getByText(`They go to ${company.email}.`)).toBeVisible()
  await expect(emails.getByText('These emails are necessary and cannot be switched off.')).toBeVisible()
  await expect(emails.getByRole('switch')).toHaveCount(5)
  await tabTo(page, opens)
  await page.keyboard.press('Space')
  await expect(opens).not.toBeChecked()
  await expect(page.getByText('Your choice of emails is saved.').first()).toBeVisible()

  await page.reload()
  await expect(opens).not.toBeChecked()
  await expect(emails.getByRole('switch', { name: 'Proofs were approved' })).toBeChecked()
  await expectGoodEverywhere(page, opens)
})

test('the link of an email stops its kind with one press and without signing in, and an open screen shows it', async ({
  page,
  product,
  signedIn,
}) => {
  const company = await product.aCompany('One Press Ltd')
  const proof = await aProof(product, company, await aTask(product, 'Unsubscribing'))
  const decision = { status: 'rejected', adminNotes: 'The photos are too dark' }
  await send(product, 'PATCH', `/api/proofs/${proof.id}/review`, await administrator(product), decision)
  const settings = await signedIn(company, '/settings')
  const sentBack = settings.getByRole('switch', { name: 'A proof needs a fix or was rejected' })
  await expect(sentBack).toBeChecked()

  // The quotation marks around the task are encoded in the subject.
  const mail = await product.mailTo(company.email, '=?UTF-8?')
  expect(mail).toMatch(/^List-Unsubscribe:\s+<http:\/\/localhost:\d+\/api\/auth\/unsubscriptions\/[\w-]{43}>\r$/m)
  await page.goto(mail.match(/\/login\?unsubscribe=[\w-]+&kind=[\w-]+/)?.[0] ?? '')
  await expect(page).toHaveURL('/login')
  await expect(
    page.getByText('You will get no more emails about proofs that need a fix or were rejected.'),
  ).toBeVisible()
  await expectGoodEverywhere(page, page.getByRole('button', { name: 'Stop these emails' }))

  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get them again' })).toBeFocused()
  await expect(sentBack).not.toBeChecked()

  await page.keyboard.press('Enter')
  await expect(page.getByText('You get emails about proofs that need a fix or were rejected again.')).toBeVisible()
  await expect(sentBack).toBeChecked()
  const { choices } = await read<{ choices: Record<string, boolean> }>(
    product,
    '/api/auth/notifications',
    company.cookie,
  )
  expect(Object.values(choices)).toEqual([true, true, true, true, true])
})

test('the link of the welcome email confirms the address with one press, and the settings say so', async ({
  page,
  product,
  signedIn,
}) => {
  const company = await product.aCompany('Confirming Ltd')
  const settings = await signedIn(company, '/settings')
  const emails = settings.getByRole('region', { name: 'Emails' })
  await expect(emails.getByText(`Please confirm ${company.email}`)).toBeVisible()
  await emails.getByRole('button', { name: 'Send it again' }).click()
  await expect(settings.getByText('Email sent').first()).toBeVisible()

  const mail = await product.mailTo(company.email, 'Welcome to')
  await page.goto(mail.match(/\/login\?confirm=[\w-]+/)?.[0] ?? '')
  await expect(page).toHaveURL('/login')
  await expectGoodEverywhere(page, page.getByRole('button', { name: 'Confirm this address' }))
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused()

  await expect(emails.getByText(`You confirmed ${company.email}`)).toBeVisible()
  await expectGoodEverywhere(settings, emails.getByText(`You confirmed ${company.email}`))
})
