import { emptyPage, expect, expectGoodEverywhere, test } from '../support/product.ts'

test('a company finds its pages, and one of them is lit', async ({ product, signedIn }) => {
  const page = await signedIn(await product.aCompany('Sidebar Ltd'))
  const sidebar = page.getByRole('navigation', { name: 'Company Portal' })

  await expect(sidebar.getByRole('link')).toHaveText(['Dashboard', 'Numbers', 'Leaderboard', 'Events', 'Settings'])
  for (const [name, address] of [
    ['Numbers', '/?view=numbers'],
    ['Leaderboard', '/leaderboard'],
    ['Events', '/events'],
    ['Settings', '/settings'],
    ['Dashboard', '/'],
  ] as const) {
    await sidebar.getByRole('link', { name }).click()
    await expect(page).toHaveURL(address)
    await expect(sidebar.locator('[aria-current=page]')).toHaveText([name])
  }
  await expect(page.getByText('Welcome, Ada', { exact: true })).toBeVisible()
})

test('an administrator finds theirs, sections of one page included', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin)
  const sidebar = page.getByRole('navigation', { name: 'Administration' })
  const items = [
    'Dashboard',
    'Companies',
    'Administrators',
    'Tasks',
    'Proof Approval',
    'Events',
    'Analytics',
    'Reports',
  ]

  await expect(sidebar.getByRole('link')).toHaveText(items)
  for (const name of items) {
    await sidebar.getByRole('link', { name, exact: true }).click()
    await expect(sidebar.locator('[aria-current=page]')).toHaveText([name])
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toHaveCount(0)
  }
})

test('the sidebar folds to a strip by keyboard and stays so for seven days', async ({ product, signedIn }) => {
  const page = await signedIn(await product.aCompany('Folding Ltd'))
  const sidebar = page.getByRole('navigation', { name: 'Company Portal' })
  await expect(sidebar.getByText('Dashboard')).toBeVisible()
  const wide = (await sidebar.boundingBox())?.width ?? 0

  await page.keyboard.press('Control+b')

  await expect.poll(async () => (await sidebar.boundingBox())?.width ?? 0).toBeLessThan(60)
  expect(wide).toBeGreaterThan(200)
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state')
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(7)
  await page.reload()
  await expect.poll(async () => (await sidebar.boundingBox())?.width ?? 0).toBeLessThan(60)
})

test('on a phone the sidebar is a sheet', async ({ product, signedIn }) => {
  const page = await signedIn(await product.aCompany('Phone Shell Ltd'))
  await page.setViewportSize({ width: 375, height: 800 })
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click()

  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an unknown address says so and leads back', async ({ product, signedIn }) => {
  const page = await signedIn(await product.aCompany('Lost Ltd'), emptyPage)
  for (const path of ['/companies', '/nowhere', '/login', '/signup', '/admin']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: /dashboard/i })
    .click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Active participants')).toBeVisible()
})

test('only one toast shows at a time', async ({ page, product }) => {
  await page.goto('/login')
  for (let times = 0; times < 3; times++) {
    await page.getByLabel('Email').fill(product.admin.email)
    await page.getByLabel('Password', { exact: true }).fill(`wrong ${times}`)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page.getByText('Login failed')).toHaveCount(1)
  }
})

test('the 404 page is good everywhere', { tag: '@slow' }, async ({ product, signedIn }) => {
  const page = await signedIn(await product.aCompany('Lost Everywhere Ltd'), '/nowhere')
  await expectGoodEverywhere(page, page.getByRole('heading', { name: '404 Page Not Found' }))
})
