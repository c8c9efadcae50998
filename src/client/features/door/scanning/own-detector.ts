import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Loads the wasm from the same origin. The library's default is a foreign origin, which the policy blocks. */
export async function openOwnDetector(): Promise<BarcodeDetector> {
  const locateFile = (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmAddress : prefix + path)
  await prepareZXingModule({ overrides: { locateFile }, fireImmediately: true })
  return new BarcodeDetector({ formats: ['qr_code'] })
}
