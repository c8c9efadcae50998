import { adminOf, choose, openProof, photos, start } from '../../../e2e/support/proof-making.ts'
import { desk, inReview, untilShown } from '../../../e2e/support/reviewing.ts'
import { signUp } from '../../../e2e/support/signing-up.ts'
import { expect, mailOf, password, test } from './product.ts'

test('a company signs up, sends photos straight to the store, and sees the points of an approved proof', async ({
  page,
  product,
  cluster,
  signedIn,
}) => {
  const email = 'journey@mail.test'
  await signUp(page, email)
  await expect(page).toHaveURL('/login')

  const welcome = await mailOf(email, 'Welcome to')
  const link = new RegExp(`${product.url}/login\\?confirm=[\\w-]+`).exec(welcome.text ?? '')?.[0]
  expect(link, 'the link leads through the proxy').toBeDefined()

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByLabel('Team Size').fill('24')
  await page.getByRole('button', { name: 'Create Company Profile' }).click()
  await expect(page.getByText('Active participants')).toBeVisible()

  await (await adminOf(product)).aTask('Sunrise run')
  const sentTo: string[] = []
  page.on('request', (request) => {
    if (['PUT', 'PATCH'].includes(request.method()) && /image\//.test(request.headers()['content-type'] ?? ''))
      sentTo.push(`${request.method()} ${new URL(request.url()).host}`)
  })
  await openProof(page, 'Sunrise run')
  await choose(page, await photos(6))
  await start(page, 6)
  await expect(page.getByText('6 file(s) uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Submit Proof (6/6)' }).click()
  await expect(page.getByText('Your proof has been submitted for review.')).toBeVisible()
  expect(sentTo).toEqual(Array(6).fill(`PUT ${cluster.store}`))

  const reviewer = await signedIn(product.admin, '/')
  await inReview(reviewer)
  await expect(desk(reviewer)).toContainText('Journey Ltd')
  await untilShown(reviewer)
  await reviewer.keyboard.press('a')
  await expect(desk(reviewer)).toContainText('All proofs reviewed!')

  await expect(page.getByLabel('Your company in numbers'), 'without a reload').toContainText('25')
  await page.goto(link ?? '')
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
})
