// The help button at the top right of every screen.
import { expect, type Page } from '@playwright/test'
import { supportEmail } from './product.ts'

export const helpButton = (page: Page) => page.getByRole('button', { name: 'Help', exact: true }).last()

/** Opens Help, reads it, closes it, and returns the button's position. */
export async function readHelp(page: Page, key?: string) {
  await helpButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Help' })
  const link = dialog.getByRole('link', { name: supportEmail })
  await expect(link).toHaveAttribute('href', new RegExp(`^mailto:${supportEmail}\\?subject=`))
  if (key) await expect(dialog).toContainText(key)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(helpButton(page)).toBeFocused()
  return helpButton(page).boundingBox()
}
