import { type CaptureTime, readCaptureTime } from './capture-time.ts'

type PhotoHeader = { width: number; height: number; capturedAt: CaptureTime | undefined }

/** Size and capture time of a JPEG or PNG from its first bytes; undefined for other files. */
export function readPhotoHeader(bytes: Uint8Array): PhotoHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 24) return undefined
  if (view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20), capturedAt: undefined }
  return view.getUint16(0) === 0xffd8 ? readJpeg(bytes, view) : undefined
}

function readJpeg(bytes: Uint8Array, view: DataView): PhotoHeader | undefined {
  let capturedAt: CaptureTime | undefined
  let at = 2
  while (at + 10 < bytes.length) {
    const marker = view.getUint16(at)
    if (marker < 0xff01) return undefined
    const length = view.getUint16(at + 2)
    const isExif = marker === 0xffe1 && view.getUint32(at + 4) === 0x45786966
    if (isExif) capturedAt ??= readCaptureTime(bytes.subarray(at + 10, at + 2 + length))
    // All markers in this range but three hold the size of the picture.
    const isSize = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isSize) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), capturedAt }
    at += 2 + length
  }
  return undefined
}
