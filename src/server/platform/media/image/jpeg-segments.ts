import { InvalidMedia } from '../invalid-media.ts'
import type { EssentialParts } from './essential-parts.ts'

const startOfScan = 0xda
const endOfImage = 0xd9
const exifName = Buffer.from('Exif\0\0', 'latin1')
const profileName = Buffer.from('ICC_PROFILE\0', 'latin1')

// A camera writes dozens of segments, a depth map in extended XMP hundreds; a hostile file could contain millions.
const maxSegments = 10_000

const damaged = () => new InvalidMedia('This photo is damaged')

/** The JPEG without metadata: tables, pixels and the meaning of their colours. Allocates nothing per segment. */
export function essentialSegments(jpeg: Buffer): EssentialParts {
  const kept = Buffer.allocUnsafe(jpeg.length)
  let length = jpeg.copy(kept, 0, 0, 2)
  let exif: Buffer | undefined
  let segments = 0
  let at = nextMarker(jpeg, 2)
  while (jpeg[at + 1] !== startOfScan) {
    const marker = jpeg[at + 1] ?? endOfImage
    if (marker === endOfImage || ++segments > maxSegments) throw damaged()
    const end = hasLength(marker) && at + 4 <= jpeg.length ? at + 2 + jpeg.readUInt16BE(at + 2) : at + 2
    if (isEssential(jpeg, at, marker)) length += jpeg.copy(kept, length, at, Math.min(end, jpeg.length))
    if (marker === 0xe1 && isNamed(jpeg, at, exifName)) exif ??= jpeg.subarray(at + 10, end)
    at = nextMarker(jpeg, end)
  }
  length += jpeg.copy(kept, length, at)
  return { bytes: kept.subarray(0, length), exif, scans: countScans(jpeg, at, maxSegments - segments) }
}

// Keep the JFIF and Adobe frames and the colour profile, which say how to read the pixels. Other segments and comments
// are metadata. A decoder would read them all, for seconds in a hostile file.
function isEssential(jpeg: Buffer, at: number, marker: number): boolean {
  if (marker === 0xe2) return isNamed(jpeg, at, profileName)
  const isApplication = marker >= 0xe0 && marker <= 0xef
  return hasLength(marker) && marker !== 0xfe && (!isApplication || marker === 0xe0 || marker === 0xee)
}

/** The number of a decoder's passes over the image; a second image after its end is not counted. */
function countScans(jpeg: Buffer, from: number, maxMore: number): number {
  let scans = 0
  let segments = 0
  for (let at = from; at + 4 <= jpeg.length; ) {
    const marker = jpeg[at + 1] ?? endOfImage
    if (marker === endOfImage) break
    if (marker === startOfScan) scans++
    if (hasLength(marker) && ++segments > maxMore) throw damaged()
    at = jpeg.indexOf(0xff, hasLength(marker) ? at + 2 + jpeg.readUInt16BE(at + 2) : at + 2)
    if (at < 0) break
    while (jpeg[at + 1] === 0xff) at++
  }
  return scans
}

function nextMarker(jpeg: Buffer, from: number): number {
  let at = jpeg.indexOf(0xff, from)
  if (at < 0 || from > jpeg.length) throw damaged()
  while (jpeg[at + 1] === 0xff) at++
  return at
}

/** True if the segment at this position begins with the application's name. */
const isNamed = (jpeg: Buffer, at: number, name: Buffer) =>
  at + 4 + name.length <= jpeg.length && name.compare(jpeg, at + 4, at + 4 + name.length) === 0
// Stuffed zeros, restarts and starts of image have no length.
const hasLength = (marker: number) => marker > 0x01 && !(marker >= 0xd0 && marker <= endOfImage)
