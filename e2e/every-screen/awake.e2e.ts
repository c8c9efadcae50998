import type { Page } from '@playwright/test'
import { anEvent } from '../support/attending.ts'
import { anAttendee, decide } from '../support/event-making.ts'
import { aLink, openDoor } from '../support/keeping.ts'
import { emptyPage, expect, test } from '../support/product.ts'

type Counting = { held: number; asked: number }

/** No browser without a screen keeps one awake; this one counts who wants it. */
async function countLocks(page: Page) {
  await page.addInitScript(() => {
    const counts: Counting = { held: 0, asked: 0 }
    const request = async () => {
      counts.held++
      counts.asked++
      return { release: async () => void counts.held-- }
    }
    Object.assign(window, { counts })
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
  })
  return () => page.evaluate(() => (window as unknown as { counts: Counting }).counts)
}

test('the door keeps the screen awake, and asks again when somebody comes back to it', async ({ page, product }) => {
  const locks = await countLocks(page)
  const { address } = await aLink(product, await anEvent(product, 'Wakeful event'))
  await openDoor(page, address)
  await expect.poll(async () => (await locks()).asked).toBeGreaterThan(0)

  const before = (await locks()).asked
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

  await expect.poll(async () => (await locks()).asked).toBe(before + 1)
})

test('the big screen keeps the screen awake, and lets go of it when it is closed', async ({ product, signedIn }) => {
  const page = await signedIn(await product.aCompany('Wakeful Ltd'), emptyPage)
  const locks = await countLocks(page)
  await page.goto('/leaderboard?screen=1')
  await expect.poll(async () => (await locks()).held).toBe(1)

  await page.keyboard.press('Escape')

  await expect(page).toHaveURL(/leaderboard$/)
  await expect.poll(async () => (await locks()).held).toBe(0)
})

test('the code of an attendee on the full screen keeps it awake until it is closed', async ({ page, product }) => {
  const locks = await countLocks(page)
  const event = await anEvent(product, 'Bright event')
  const ada = await anAttendee(product, event, 'Ada')
  await decide(product, event, ada.id, { status: 'approved' })
  await page.goto(ada.own)
  await page.getByRole('button', { name: 'Full brightness' }).click()
  await expect.poll(async () => (await locks()).held).toBe(1)

  await page.getByRole('button', { name: 'Close' }).click()

  await expect.poll(async () => (await locks()).held).toBe(0)
})
