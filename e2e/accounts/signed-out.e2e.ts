import type { Page } from '@playwright/test'
import { emptyPage, expect, expectGoodEverywhere, password, test } from '../support/product.ts'

test('whoever is disabled reads why on the landing page, once, and again after the right password', async ({
  product,
  signedIn,
}) => {
  const { id, email } = await product.aCompany('Thrown Out Ltd')
  const page = await signedIn({ email })
  const second = await page.context().newPage()
  await second.goto('/leaderboard')
  // The reason is told to one tab only; this one hears nothing from the server.
  const withoutStream = await page.context().newPage()
  await withoutStream.route('**/api/stream', (route) => route.abort())
  await withoutStream.goto('/leaderboard')
  // Nor does this one, which is still loading then.
  const loading = await page.context().newPage()
  let load = () => {}
  const isLoaded = new Promise<void>((resolve) => {
    load = resolve
  })
  await loading.route('**/assets/shell-*.js', (route) => isLoaded.then(() => route.continue()))
  await loading.goto('/leaderboard', { waitUntil: 'commit' })
  await expect(loading.getByRole('region', { name: 'Notifications' })).toBeAttached()
  const root = await signedIn(product.admin, emptyPage)
  await expect(
    page.getByRole('button', { name: 'Logout' }).or(page.getByRole('link', { name: 'Logout' })),
  ).toBeVisible()

  await root.request.patch(`/api/admin/companies/${id}`, { data: { disabled: true } })

  const notice = 'You were signed out because your account was disabled. Questions? Write to help@week.test.'
  const shown = (tab: Page) => expect(tab.getByRole('status').getByText(notice)).toBeVisible()
  for (const tab of [page, second, withoutStream]) await shown(tab)
  load()
  await shown(loading)
  await expectGoodEverywhere(page, page.getByText(notice))
  await page.reload()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(page.getByText(notice)).toHaveCount(0)

  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(
    page.locator('#main').getByText('This account is disabled. Please write to help@week.test.'),
  ).toBeVisible()
})

test('whoever was away while the password was reset reads why at the next visit', async ({ product, signedIn }) => {
  const { id, email } = await product.aCompany('Reset While Away Ltd')
  const page = await signedIn({ email })
  await page.goto(emptyPage)
  const root = await signedIn(product.admin, emptyPage)
  await root.request.patch(`/api/admin/companies/${id}/password`, { data: { password: 'Trade-wind-77' } })

  await page.goto('/')

  const notice = page.getByText('an administrator set a new password for your account')
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
})
