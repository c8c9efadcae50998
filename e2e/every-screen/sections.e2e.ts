import type { Page, Route } from '@playwright/test'
import { anEvent } from '../support/event-making.ts'
import { emptyPage, expect, logIn, test } from '../support/product.ts'

const refuse = (route: Route) => route.fulfill({ status: 500, json: { message: 'No.', code: 'unexpected' } })

/** The next answer waits until it is let go, and is a refusal again. */
async function refuseLater(page: Page, address: string) {
  let letGo = () => {}
  const wait = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.unroute(address)
  await page.route(address, (route) => wait.then(() => refuse(route)))
  return { asked: page.waitForRequest(address), letGo: () => letGo() }
}

for (const { what, address, path, sentence } of [
  { what: 'section', address: '**/api/events', path: '/events', sentence: 'Couldn’t load the events.' },
  { what: 'list', address: '**/api/admin/companies?*', path: '/companies', sentence: 'Couldn’t load the companies.' },
]) {
  test(`a ${what} that did not load keeps its button, with the focus, while it tries again`, async ({
    product,
    signedIn,
  }) => {
    const page = await signedIn(
      what === 'list' ? product.admin : await product.aCompany('Failed Section Ltd'),
      emptyPage,
    )
    await page.route(address, refuse)
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText(sentence)

    const { asked, letGo } = await refuseLater(page, address)
    const retry = page.getByRole('button', { name: 'Try again' })
    await retry.press('Enter')
    await asked
    await expect(retry).toHaveAttribute('aria-busy', 'true')
    await expect(retry).toBeFocused()
    letGo()

    await expect(retry).not.toHaveAttribute('aria-busy')
    await expect(retry).toBeFocused()
    await expect(page.getByRole('alert')).toContainText(sentence)
  })
}

test('a section that did not load is read by itself when the server announces a change', async ({
  product,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url })
  await logIn(context, (await product.aCompany('Mended Section Ltd')).email)
  const page = await context.newPage()
  await page.route('**/api/events', refuse)
  const streaming = page.waitForResponse('**/api/stream')
  await page.goto('/events')
  await expect(page.getByRole('alert')).toContainText('Couldn’t load the events.')
  await streaming

  await page.unroute('**/api/events')
  await anEvent(product, 'Announced later')

  await expect(page.getByRole('article', { name: 'Announced later' })).toBeVisible()
  await context.close()
})
