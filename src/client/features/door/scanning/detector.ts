type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type NativeDetector = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

const formats = ['qr_code']

/** Uses the browser's `BarcodeDetector` if it reads QR codes, else loads the bundled one. */
export async function openDetector(): Promise<Detector> {
  const native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  const supported = await native?.getSupportedFormats().catch((): string[] => [])
  if (native && supported?.includes('qr_code')) return new native({ formats })
  const { openOwnDetector } = await import('./own-detector.ts')
  return openOwnDetector()
}
