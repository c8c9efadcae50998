// Helpers for review mode.
import { expect, type Page } from '@playwright/test'

export const desk = (page: Page) => page.getByRole('dialog', { name: 'Proof review' })
export const companyOnDesk = (page: Page) => desk(page).getByRole('region', { name: 'Proof' }).getByRole('heading')

/** Waits for the photos: before that no key decides. */
export const untilShown = (page: Page) => expect(desk(page).getByRole('button', { name: 'Approve' })).toBeEnabled()

export async function inReview(page: Page) {
  await page.goto('/#review')
  await untilShown(page)
  await expect(desk(page).getByRole('button', { name: /^Photo 1 of 6/ })).toBeFocused()
}
