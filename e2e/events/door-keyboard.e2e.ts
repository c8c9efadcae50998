import { expectFocusInSight, pressByKeyboard, tabInSight, typeByKeyboard, zoomed } from '../support/accessibility.ts'
import { anEvent, attendee } from '../support/attending.ts'
import { aLink, anApproved, handScan, openDoor, recordResults, shownResults } from '../support/keeping.ts'
import { expect, expectAccessible, expectNothingCut, test } from '../support/product.ts'

test('a volunteer lets somebody in by keyboard alone, at 400 %', async ({ page, product }) => {
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const event = await anEvent(product, 'Keyboard Gate', { eventDate: soon })
  const ada = await anApproved(product, event, 'Ada Lovelace')
  const { address } = await aLink(product, event)
  await page.setViewportSize(zoomed)
  await page.goto(address)
  await typeByKeyboard(page, page.getByLabel(/^Name of the gate/), 'North')
  await page.keyboard.press('Enter')
  await pressByKeyboard(page, page.getByRole('button', { name: /code/i }).first())
  await expectFocusInSight(page, 'choosing to type')
  await expect(page).toHaveTitle(/^Check-in – Keyboard Gate/)
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeFocused()
  await page.keyboard.type('XXX-XXX')
  await page.keyboard.press('Enter')
  const result = page.getByRole('alertdialog', { name: 'Not one of our codes' })
  const next = result.getByRole('button', { name: 'Next' })
  await expect(next).toBeFocused()
  await expectFocusInSight(page, 'the result')
  await expect(result).toHaveAccessibleDescription(/Try the name/)
  await expectAccessible(page)
  await expectNothingCut(page)
  // The result is modal: whatever is pressed, the focus stays in it, and nothing else is there for a screen reader.
  for (const key of ['Tab', 'Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    await expect(result.locator(':focus')).toHaveCount(1)
  }
  await expect(page.getByRole('button', { name: 'Scan', exact: true })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(result).toHaveCount(0)
  await expect(code).toBeFocused()

  await page.keyboard.type('YYY-YYY')
  await page.keyboard.press('Enter')
  await expect(next).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(result).toHaveCount(0)
  await expect(code).toBeFocused()

  await recordResults(page)
  await page.keyboard.type(ada.code)
  await tabInSight(page, page.getByRole('button', { name: 'Check the code' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => shownResults(page)).toEqual([expect.stringMatching(/^Welcome.*Ada Lovelace/)])
  await expect.poll(() => attendee(product, event, 'Ada').then(({ checkedIn }) => checkedIn)).toBe(true)
  // The button that was pressed has nothing to check any more: the field is where to go on.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(code).toBeFocused()
})

test('a result that follows another at once has the focus, and gives it back where it came from', async ({
  page,
  product,
}) => {
  const event = await anEvent(product, 'One After Another At The Door')
  const [ada, grace] = [
    await anApproved(product, event, 'Ada Lovelace'),
    await anApproved(product, event, 'Grace Hopper'),
  ]
  await openDoor(page, (await aLink(product, event)).address)
  const way = page.getByRole('button', { name: 'Name', exact: true })
  await way.focus()
  await recordResults(page)

  await handScan(page, ada.payload)
  await expect.poll(async () => (await shownResults(page)).length).toBe(1)
  await handScan(page, grace.payload)
  await expect.poll(async () => (await shownResults(page)).length).toBe(2)
  await handScan(page, grace.payload)

  const result = page.getByRole('alertdialog', { name: 'Already inside' })
  await expect(result.getByRole('button', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(result).toHaveCount(0)
  await expect(way).toBeFocused()
})

test('a good result does not leave while somebody is about to undo it', async ({ page, product }) => {
  const event = await anEvent(product, 'About To Undo')
  const ada = await anApproved(product, event, 'Ada Lovelace')
  await page.clock.install()
  await openDoor(page, (await aLink(product, event)).address)

  await handScan(page, ada.payload)
  const result = page.getByRole('alertdialog', { name: 'Welcome' })
  await expect(result.getByRole('button', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(result.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.clock.runFor(5_000)
  await expect(result).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('0 of 1 inside')).toBeVisible()
})

test('in check-in mode the result is modal too, and Escape closes it and not the mode', async ({
  product,
  signedIn,
}) => {
  const event = await anEvent(product, 'Modal In Its Mode')
  const page = await signedIn(product.admin, `/events/${event.id}/attendees#door`)
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveTitle(/^Check-in – Modal In Its Mode/)
  // The dialog gives the focus back a moment after it has gone, and would take it from the button.
  const mode = page.getByRole('dialog', { name: 'Check-in' })
  await expect.poll(() => mode.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  const code = page.getByRole('textbox', { name: 'Code' })
  await pressByKeyboard(page, page.getByRole('button', { name: 'Code', exact: true }))
  await expect(code).toBeFocused()
  await page.keyboard.type('XXX-XXX')
  await page.keyboard.press('Enter')
  const result = page.getByRole('alertdialog')
  await expect(result.getByRole('button', { name: 'Next' })).toBeFocused()
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    await expect(result.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(result).toHaveCount(0)
  await expect(mode).toBeVisible()
  await expect(code).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(mode).toHaveCount(0)
  await expect(page).not.toHaveTitle(/^Check-in/)
})

test('high contrast keeps the edges and signs of the door and its results', async ({ page, product }) => {
  const event = await anEvent(product, 'High Contrast Gate')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await openDoor(page, (await aLink(product, event)).address)
  await expect(page.getByRole('button', { name: 'Scan', pressed: true })).toHaveCSS('outline-style', 'solid')
  await handScan(page, 'https://example.org/another/poster')
  const result = page.getByRole('alertdialog')
  await expect(result.getByRole('button', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(result.getByRole('button', { name: 'Next' })).toHaveCSS('outline-style', 'solid')
  await expect(result.getByRole('button', { name: 'Next' })).toHaveCSS('border-top-style', 'solid')
  // The sign is told from its shape by colour: one of them is the ground of the panel.
  const [ground, shape, sign] = await result.evaluate((panel) => {
    const paths = [...panel.querySelectorAll('svg path')].map((path) => getComputedStyle(path))
    return [getComputedStyle(panel).backgroundColor, paths[0]?.fill, paths[1]?.stroke]
  })
  expect(shape).not.toBe(ground)
  expect(sign).toBe(ground)
  await expectAccessible(page)
})
