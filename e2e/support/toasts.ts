// Helpers for tests of toasts.
import { expect, type Locator, type Page } from '@playwright/test'

export const sizes = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 375, height: 740 },
]

/** Expects that nothing covers the button's centre. */
export async function expectPressable(button: Locator) {
  await button.scrollIntoViewIfNeeded()
  const covering = await button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const met = document.elementFromPoint(left + width / 2, top + height / 2)
    return met && element.contains(met) ? null : (met?.outerHTML.slice(0, 120) ?? 'outside the window')
  })
  expect(covering).toBeNull()
}

/** Keeps toasts open, since a busy machine may be slower than their timeout. */
export const keepToasts = (page: Page) =>
  page.addInitScript(() => {
    const real = window.setTimeout
    const withoutToasts = (work: TimerHandler, wait?: number) => (wait === 5_000 ? 0 : real(work, wait))
    window.setTimeout = withoutToasts as typeof window.setTimeout
  })

export const refuseWrites = (page: Page) =>
  page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, body: '' }),
  )

export const dismissButton = (page: Page) => page.getByRole('button', { name: 'Dismiss notification' })
