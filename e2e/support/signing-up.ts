import type { Page } from '@playwright/test'
import { password } from './product.ts'

/** Fills in the form that leads from the landing page to an account of "Journey Ltd". */
export async function signUp(page: Page, email: string) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await page.getByLabel('Company Name').fill('Journey Ltd')
  await page.getByLabel('Contact Person').fill('Ada Lovelace')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone Number').fill('+5999 123 4567')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
}
