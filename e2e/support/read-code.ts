import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** What a camera would see. */
export async function readCode(page: Page): Promise<string> {
  const wasmBinary = new Uint8Array(
    readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')),
  )
  prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer } })
  const picture = await page.getByRole('img', { name: 'Your QR code' }).screenshot()
  const [found] = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] })
  return found?.text ?? ''
}
