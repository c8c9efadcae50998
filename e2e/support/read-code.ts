import type { Page } from '@playwright/test'
import { scanQr } from '../../src/server/testing/scan-qr.ts'

/** What a camera would see. */
export async function readCode(page: Page, name = 'Your QR code'): Promise<string> {
  return scanQr(await page.getByRole('img', { name }).screenshot())
}
