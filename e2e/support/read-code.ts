import type { Page } from '@playwright/test'
import { scanQr } from '../../src/server/testing/scan-qr.ts'

/** Reads the code like a camera. */
export async function readCode(page: Page, name = 'Your QR code'): Promise<string> {
  return scanQr(await page.getByRole('img', { name }).screenshot())
}
