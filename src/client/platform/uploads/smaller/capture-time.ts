/** Capture time in EXIF form, `2026:06:01 08:30:00`, with the clock's offset if known. */
export type CaptureTime = { moment: string; offset: string | undefined }

const exifPointer = 0x8769
const dateTimeOriginal = 0x9003
const offsetTimeOriginal = 0x9011

/** Reads the EXIF block of a JPEG, without its six-byte prefix. */
export function readCaptureTime(tiff: Uint8Array): CaptureTime | undefined {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const order = String.fromCharCode(...tiff.subarray(0, 2))
  if (order !== 'II' && order !== 'MM') return undefined
  const little = order === 'II'
  // An offset in the file may be forged: a position outside the block reads as 0.
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : view.getUint16(at, little))
  const u32 = (at: number) => (at + 4 > tiff.length ? 0 : view.getUint32(at, little))
  const findValue = (directory: number, tag: number): number => {
    const entries = directory === 0 ? 0 : u16(directory)
    for (let index = 0; index < entries; index++) {
      const at = directory + 2 + index * 12
      if (u16(at) === tag) return u32(at + 8)
    }
    return 0
  }
  const textAt = (at: number, length: number) =>
    at === 0 ? '' : String.fromCharCode(...tiff.subarray(at, at + length))
  const details = findValue(u32(4), exifPointer)
  const moment = textAt(findValue(details, dateTimeOriginal), 19)
  const offset = textAt(findValue(details, offsetTimeOriginal), 6)
  if (!/^\d{4}(:\d\d){2} \d\d(:\d\d){2}$/.test(moment)) return undefined
  return { moment, offset: /^[+-]\d\d:\d\d$/.test(offset) ? offset : undefined }
}

/** JPEG segment with the capture time only: no location and no orientation. */
export function captureTimeSegment({ moment, offset }: CaptureTime): Uint8Array<ArrayBuffer> {
  const entries = offset ? 2 : 1
  // Offsets after the header: the first directory has one entry, which points to the second.
  const [first, second] = [8, 8 + 2 + 12 + 4]
  const momentAt = second + 2 + entries * 12 + 4
  const length = momentAt + 20 + (offset ? 7 : 0)
  const tiff = new DataView(new ArrayBuffer(length))
  const write = (at: number, text: string) => {
    for (const [index, character] of [...text].entries()) tiff.setUint8(at + index, character.charCodeAt(0))
  }
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.setUint16(at, tag)
    tiff.setUint16(at + 2, type)
    tiff.setUint32(at + 4, count)
    tiff.setUint32(at + 8, value)
  }
  const [text, pointer] = [2, 4]
  write(0, 'MM')
  tiff.setUint16(2, 42)
  tiff.setUint32(4, first)
  tiff.setUint16(first, 1)
  entry(first + 2, exifPointer, pointer, 1, second)
  tiff.setUint16(second, entries)
  entry(second + 2, dateTimeOriginal, text, 20, momentAt)
  write(momentAt, moment)
  if (offset) {
    entry(second + 14, offsetTimeOriginal, text, 7, momentAt + 20)
    write(momentAt + 20, offset)
  }
  const segment = new Uint8Array(4 + 6 + length)
  segment.set([0xff, 0xe1, (length + 8) >> 8, (length + 8) & 0xff, ...'Exif'].map(toByte))
  segment.set(new Uint8Array(tiff.buffer), 10)
  return segment
}

const toByte = (value: number | string) => (typeof value === 'number' ? value : value.charCodeAt(0))
