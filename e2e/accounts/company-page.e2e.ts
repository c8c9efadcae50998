import { administrator, aProof, aTask, send } from '../support/challenge.ts'
import {
  emptyPage,
  expect,
  expectAccessible,
  expectGoodEverywhere,
  type Product,
  requireOk,
  test,
} from '../support/product.ts'

type Company = Awaited<ReturnType<Product['aCompany']>>

async function reject(product: Product, { id }: { id: string }, adminNotes: string) {
  const body = { status: 'rejected', adminNotes }
  await requireOk(send(product, 'PATCH', `/api/proofs/${id}/review`, await administrator(product), body))
}

const addressOf = ({ id }: Company) => `/companies?company=${id}`

test('what a company sent is two clicks away from the queue, the board and the table', async ({
  product,
  signedIn,
}) => {
  const company = await product.aCompany('Lagoon Labs')
  await reject(product, await aProof(product, company, await aTask(product, 'Beach walk')), 'Too dark to see')
  await aProof(product, company, await aTask(product, 'Harbour swim'))
  const points = { points: 30, reason: 'Won the quiz' }
  await product.post(`/api/companies/${company.id}/points`, points, await administrator(product))
  const page = await signedIn(product.admin)
  const proofs = page.getByRole('region', { name: 'Proofs', exact: true })

  for (const place of ['Pending Proof Reviews', 'Company Rankings']) {
    await page.goto('/')
    await page.getByRole('region', { name: place }).getByRole('link', { name: 'Lagoon Labs' }).first().click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('Lagoon Labs')
    await expect(page).toHaveTitle(/^Lagoon Labs · /)
    await expect(page.getByRole('link', { name: 'Companies', exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(proofs.getByRole('listitem')).toContainText(['Harbour swim', 'Too dark to see'])
  }
  await proofs.getByRole('button', { name: 'Beach walk' }).click()
  await expect(page.getByRole('dialog', { name: 'Beach walk' })).toContainText('Too dark to see')
  await page.keyboard.press('Escape')

  await page.goto('/companies?q=lagoon&sort=-totalPoints')
  await page
    .getByRole('row', { name: /Lagoon Labs/ })
    .getByRole('link', { name: 'Lagoon Labs' })
    .click()
  await proofs.getByRole('button', { name: /^Pending\s*1$/ }).click()
  await expect(proofs.getByRole('listitem')).toHaveCount(1)
  await proofs.getByRole('button', { name: 'Harbour swim' }).click()
  const review = page.getByRole('dialog', { name: 'Review Proof' })
  await review.getByRole('button', { name: 'Approve' }).click()
  await expect(review).toHaveCount(0)
  await expect(proofs.getByText('No proof has this status.')).toBeVisible()
  await proofs.getByRole('button', { name: /^Approved\s*1$/ }).click()
  await expect(proofs.getByRole('listitem')).toContainText(['+25 points'])

  await page.getByRole('link', { name: 'All companies' }).click()
  await expect(page).toHaveURL(/\/companies\?q=lagoon&sort=-totalPoints$/)
  await expect(page.getByRole('row', { name: /Lagoon Labs/ })).toContainText('55')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('Lagoon Labs')
})

test('the decisions name companies that lead to their page', async ({ product, signedIn }) => {
  const company = await product.aCompany('Decided Ltd')
  await reject(product, await aProof(product, company, await aTask(product, 'Decided walk')), 'Wrong task')
  const page = await signedIn(product.admin, '/#decided')

  await page.getByRole('link', { name: 'Decided Ltd' }).first().click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('Decided Ltd')
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Proof review' })).toBeVisible()
})

test('a company’s page shows its place, points, reports, emails and log, and changes by its menu', async ({
  product,
  signedIn,
}) => {
  const company = await product.aCompany('Whole Picture Ltd')
  const page = await signedIn(product.admin, addressOf(company))
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(section('Emails').getByRole('listitem').first()).toContainText('Welcome')

  await page.getByRole('button', { name: 'Adjust points' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjust points' })
  await dialog.getByLabel('Points').fill('40')
  await expect(dialog).toContainText('40 after this')
  await dialog.getByRole('button', { name: 'Adjust points' }).click()
  await expect(dialog).toContainText('Please give a reason')
  await dialog.getByLabel('Reason').fill('Won the tug of war')
  await dialog.getByRole('button', { name: 'Adjust points' }).click()
  await expect(page.getByText('Whole Picture Ltd has 40 points now.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(section('Points').getByRole('listitem')).toContainText(['Won the tug of war'])
  await expect(section('Activity')).toContainText('adjusted the points of')
  await section('Profile').getByRole('button', { name: 'Why?' }).click()
  await expect(page.getByRole('dialog', { name: /^Why rank/ })).toContainText('Whole Picture Ltd')
  await page.keyboard.press('Escape')
  await section('Reports').getByRole('button', { name: 'Create report' }).click()
  await expect(section('Reports').getByRole('listitem')).toContainText(['Whole Picture Ltd'])

  const menu = page.getByRole('button', { name: 'More actions for Whole Picture Ltd' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('Company Name').fill('New Picture Ltd')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('New Picture Ltd')
  await page.getByRole('button', { name: 'More actions for New Picture Ltd' }).click()
  await page.getByRole('menuitem', { name: 'Hide from leaderboard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /Hide/ }).click()
  await expect(section('Profile')).toContainText('Hidden from the leaderboard')
  await expect(section('Activity')).toContainText('hid from the leaderboard')
})

test('a team size that waits is decided on the company’s page', async ({ product, signedIn }) => {
  const company = await product.aCompany('Waiting Size Ltd')
  const points = { points: 10, reason: 'Won the quiz' }
  await product.post(`/api/companies/${company.id}/points`, points, await administrator(product))
  await requireOk(send(product, 'PATCH', `/api/companies/${company.id}`, company.cookie, { teamSize: 400 }))
  const page = await signedIn(product.admin, addressOf(company))

  await page.getByRole('button', { name: 'Approve the team size of Waiting Size Ltd' }).click()

  await expect(page.getByText('Team size approved')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText(/400 people count from .* on\./)
})

test('a call that fails takes only its section, and an unknown company says so', async ({ product, signedIn }) => {
  const company = await product.aCompany('Half Loaded Ltd')
  const page = await signedIn(product.admin, emptyPage)
  await page.route('**/mails?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'No.', code: 'unexpected' } }),
  )
  await page.goto(addressOf(company))

  await expect(page.getByRole('alert')).toContainText('Couldn’t load emails.')
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByText('This company has not submitted a proof yet.')).toBeVisible()
  await page.unroute('**/mails?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.goto('/companies?company=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Company not found').last()).toBeVisible()
  await expectAccessible(page)
})

test('an account without a profile has a page too', async ({ product, signedIn }) => {
  const signup = {
    ...{ email: 'never-finished@mail.test', password: 'Trade-wind-77', confirmPassword: 'Trade-wind-77' },
    ...{ companyName: 'Never Finished Ltd', contactPersonName: 'Ada Lovelace', phone: '+59991234567' },
  }
  await product.post('/api/auth/signup', signup)
  const page = await signedIn(product.admin, '/companies?q=never+finished')
  await page.getByRole('link', { name: 'Never Finished Ltd' }).click()

  await expect(page.getByRole('main')).toContainText('Profile incomplete')
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText('never-finished@mail.test')
  await expect(page.getByRole('region', { name: 'Proofs' })).toHaveCount(0)
})

test('nothing moves while a company’s page loads', async ({ product, signedIn }) => {
  const company = await product.aCompany('Still Page Ltd')
  await aProof(product, company, await aTask(product, 'Still walk'))
  const page = await signedIn(product.admin, emptyPage)
  for (const size of [
    { width: 375, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(addressOf(company))
    await expect(page.getByRole('region', { name: 'Emails' }).getByRole('listitem').first()).toBeVisible()
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          const add = (list: { getEntries(): PerformanceEntryList }) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
          }
          new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(sum), 500)
        }),
    )
    expect(shift, `at ${size.width}`).toBeLessThanOrEqual(0.02)
  }
})

test('a company’s page is good everywhere', { tag: '@slow' }, async ({ product, signedIn }) => {
  const company = await product.aCompany('A Really Rather Long Company Name That Somebody Registered Ltd')
  await reject(product, await aProof(product, company, await aTask(product, 'Long walk')), 'Too dark to see anything')
  await aProof(product, company, await aTask(product, 'A swim with a title that does not end soon either'))
  const page = await signedIn(product.admin, addressOf(company))
  await expectGoodEverywhere(page, page.getByRole('region', { name: 'Proofs' }).getByText('Long walk'))
})

test('a company takes three lines on a phone, and one on a desk', async ({ product, signedIn }) => {
  const names = ['Rowing Freight', 'Rowing Insurance', 'Rowing Consulting']
  for (const name of names) await product.aCompany(name)
  const page = await signedIn(product.admin, '/companies?q=rowing')
  const rows = page.getByRole('region', { name: 'Companies', exact: true }).getByRole('row')
  await page.setViewportSize({ width: 375, height: 740 })
  await expect(rows).toHaveCount(names.length + 1)
  for (const row of (await rows.all()).slice(1)) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(86)
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const row of (await rows.all()).slice(1)) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(50)
})
