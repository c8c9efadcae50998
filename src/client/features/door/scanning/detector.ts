type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type NativeDetector = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

const formats = ['qr_code']

/** The phone's own reader where it has one; else ours, fetched when it is needed. */
export async function openDetector(): Promise<Detector> {
  const native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  const supported = await native?.getSupportedFormats().catch((): string[] => [])
  if (native && supported?.includes('qr_code')) return new native({ formats })
  const { openOwnDetector } = await import('./own-detector.ts')
  return openOwnDetector()
}
