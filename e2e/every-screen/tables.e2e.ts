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
    // Narrow rows of attendees have the email in the details alone.
    const link = region.getByRole('link', { name: email })
    const row = region.getByRole('row').last()
    const actions = row.getByRole('button')
    for (const width of [375, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(name === 'Attendees' ? row : link).toBeVisible()
      await expectNothingCut(page)
      const hidden = () => region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      await expect.poll(hidden, `hidden at ${width}`).toBe(0)
      for (const button of await actions.all()) {
        await button.scrollIntoViewIfNeeded()
        await expect(button).toBeInViewport({ ratio: 1 })
      }
      if (width < 1440) continue
      const line = await link.evaluate(
        (element) => new Set([...element.getClientRects()].map(({ top }) => Math.round(top))).size,
      )
      expect(line, 'lines of the email').toBe(1)
    }
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(56)
  }
})

test('fifty attendees fit a laptop and a phone, and the email tells namesakes apart', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Fifty On One Page')
  const people = Array.from({ length: 48 }, (_, index) => ({ firstName: 'Humphrey', lastName: `Wouters ${index}` }))
  const namesakes = ['one', 'other'].map(() => ({ firstName: 'Ada', lastName: 'Lovelace' }))
  for (const [index, person] of [...people, ...namesakes].entries()) {
    const email = `humphrey.wouters.${index}@mail.example`
    await register(product, event, { ...person, email, companyName: index % 2 ? 'Tablet Runners' : 'Salt & Sea Works' })
  }
  const page = await signedIn(product.admin, emptyPage)
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/events/${event.id}/attendees`)
  const rows = page.locator('tbody tr[data-row]')
  await expect(rows).toHaveCount(50)
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights), 'highest row').toBeLessThanOrEqual(48)
  expect(await height(), 'page on a laptop').toBeLessThanOrEqual(3_000)
  const ada = page.getByRole('button', { name: 'Ada Lovelace', exact: true })
  await expect(ada.first()).toHaveAccessibleDescription('humphrey.wouters.49@mail.example')
  await expect(ada.last()).toHaveAccessibleDescription('humphrey.wouters.48@mail.example')
  await expect(page.getByRole('button', { name: 'Approve Ada Lovelace' }).first()).toHaveAccessibleDescription(/49@/)
  await expect(page.getByRole('button', { name: 'Approve Humphrey Wouters 7' })).toHaveAccessibleDescription('')

  await page.setViewportSize({ width: 375, height: 740 })
  expect(await height(), 'page on a phone').toBeLessThanOrEqual(8 * 740)
  await expect(ada.first()).toHaveAccessibleDescription('humphrey.wouters.49@mail.example')
  const region = page.getByRole('region', { name: 'Attendees', exact: true })
  await expect(region, 'nothing scrolls, so the keyboard passes by').not.toHaveAttribute('tabindex')
  await page.getByRole('row', { name: /Wouters 7\b/ }).click()
  const details = page.getByRole('dialog', { name: 'Humphrey Wouters 7' })
  await expect(details.getByRole('link', { name: 'humphrey.wouters.7@mail.example' })).toBeVisible()
  await expect(details.getByRole('button', { name: 'Reject' })).toBeVisible()
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
