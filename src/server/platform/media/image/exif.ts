const orientationTag = 0x0112
const exifPointer = 0x8769
const dateTimeOriginal = 0x9003
const offsetTimeOriginal = 0x9011

/** EXIF values that we use: the camera's orientation (1 to 8) and the recording time. */
export type Exif = { orientation: number; capturedAt: string | null }

/** Unreadable values are left out. */
export function readExif(tiff: Buffer | undefined): Exif {
  const read = tiff && directoryReader(tiff)
  if (!read) return { orientation: 1, capturedAt: null }
  const main = read.firstDirectory
  const orientation = read.short(main, orientationTag)
  const details = read.long(main, exifPointer)
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    capturedAt: moment(read.text(details, dateTimeOriginal, 19), read.text(details, offsetTimeOriginal, 6)),
  }
}

function directoryReader(tiff: Buffer) {
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return undefined
  // Positions outside the block read as 0, because offsets are untrusted.
  const u16 = (at: number) =>
    at + 2 > tiff.length ? 0 : order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const u32 = (at: number) =>
    at + 4 > tiff.length ? 0 : order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)

  const entry = (directory: number, tag: number): number | undefined => {
    if (directory === 0) return undefined
    const entries = u16(directory)
    for (let index = 0; index < entries; index++) {
      const at = directory + 2 + index * 12
      if (u16(at) === tag) return at
    }
    return undefined
  }

  return {
    firstDirectory: u32(4),
    short: (directory: number, tag: number) => u16((entry(directory, tag) ?? tiff.length) + 8),
    long: (directory: number, tag: number) => u32((entry(directory, tag) ?? tiff.length) + 8),
    text(directory: number, tag: number, length: number) {
      const at = entry(directory, tag)
      const start = at === undefined ? tiff.length : u32(at + 8)
      return tiff.toString('latin1', start, start + length)
    },
  }
}

function moment(text: string, offset: string): string | null {
  const [, date, time] = /^(\d{4}:\d{2}:\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(text) ?? []
  if (!date || !time) return null
  const local = `${date.replaceAll(':', '-')}T${time}`
  const known = /^[+-](0\d|1[0-4]):[0-5]\d$/.test(offset) ? offset : ''
  return isRealTime(local) ? local + known : null
}

/** Rejects impossible dates, such as 30 February, and clocks that were never set. */
function isRealTime(local: string): boolean {
  const time = new Date(`${local}Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(local) && time.getUTCFullYear() > 1990
}
