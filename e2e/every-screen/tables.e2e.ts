import { anEvent, register } from '../support/attending.ts'
import { emptyPage, expect, expectNothingCut, test } from '../support/product.ts'

test('tables have room at every width: cards where the columns do not fit, one line per row where they do', {
  tag: '@slow',
}, async ({ product, signedIn }) => {
  const company = await product.aCompany('Tablet Runners')
  const event = await anEvent(product, 'Seen On A Tablet')
  const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada.lovelace@mail.test', companyName: 'Tablet Runners' }
  await register(product, event, ada)
  const page = await signedIn(product.admin, emptyPage)
  for (const [address, name, email] of [
    [`/companies?q=${encodeURIComponent(company.name)}`, 'Companies', company.email],
    [`/events/${event.id}/attendees`, 'Attendees', ada.email],
  ] as const) {
    await page.goto(address)
    const region = page.getByRole('region', { name, exact: true })
    const link = region.getByRole('link', { name: email })
    const actions = region.getByRole('row').last().getByRole('button')
    for (const width of [375, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(link).toBeVisible()
      await expectNothingCut(page)
      const hidden = () => region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      await expect.poll(hidden, `hidden at ${width}`).toBe(0)
      for (const button of await actions.all()) {
        await button.scrollIntoViewIfNeeded()
        await expect(button).toBeInViewport({ ratio: 1 })
      }
      const line = await link.evaluate(
        (element) => new Set([...element.getClientRects()].map(({ top }) => Math.round(top))).size,
      )
      if (width === 1440) expect(line, 'lines of the email').toBe(1)
    }
    const row = await region.getByRole('row').last().boundingBox()
    expect(row?.height).toBeLessThanOrEqual(56)
  }
})

test('the sidebar starts as a strip on a tablet, until somebody chooses otherwise', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin)
  const sidebar = page.getByRole('navigation', { name: 'Administration' })
  const width = async () => Math.round((await sidebar.boundingBox())?.width ?? 0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(width).toBe(256)
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect.poll(width).toBe(48)
  await page.reload()
  await expect.poll(width).toBe(48)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect.poll(width).toBe(256)
  await page.reload()
  await expect.poll(width).toBe(256)
})
