import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** From our own origin: the library would fetch it from a stranger's, which neither the policy nor a bad network allows. */
export async function openOwnDetector(): Promise<BarcodeDetector> {
  const locateFile = (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmAddress : prefix + path)
  await prepareZXingModule({ overrides: { locateFile }, fireImmediately: true })
  return new BarcodeDetector({ formats: ['qr_code'] })
}
