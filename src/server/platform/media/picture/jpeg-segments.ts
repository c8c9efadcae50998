import { MediaFault } from '../media-fault.ts'
import type { Essence } from './essence.ts'

const startOfImage = Buffer.from([0xff, 0xd8])
const startOfScan = 0xda
const endOfImage = 0xd9

/** The same JPEG without what its makers added: only tables, pixels and what their colours mean. */
export function essentialSegments(jpeg: Buffer): Essence {
  const kept: Buffer[] = [startOfImage]
  let exif: Buffer | undefined
  let at = nextMarker(jpeg, 2)
  while (jpeg[at + 1] !== startOfScan) {
    const marker = jpeg[at + 1] ?? endOfImage
    if (marker === endOfImage) throw new MediaFault('This picture is damaged')
    const end = hasLength(marker) && at + 4 <= jpeg.length ? at + 2 + jpeg.readUInt16BE(at + 2) : at + 2
    const segment = jpeg.subarray(at, end)
    if (isEssential(marker, segment)) kept.push(segment)
    if (marker === 0xe1 && startsWith(segment, 'Exif\0\0')) exif ??= segment.subarray(10)
    at = nextMarker(jpeg, end)
  }
  kept.push(jpeg.subarray(at))
  return { bytes: Buffer.concat(kept), exif, scans: scansFrom(jpeg, at) }
}

// The frames of JFIF and Adobe and the colour profile say how to read the pixels; other applications' segments and comments
// are stories. A decoder would read them all, for seconds if they are made for it.
function isEssential(marker: number, segment: Buffer): boolean {
  if (marker === 0xe2) return startsWith(segment, 'ICC_PROFILE\0')
  const isApplication = marker >= 0xe0 && marker <= 0xef
  return hasLength(marker) && marker !== 0xfe && (!isApplication || marker === 0xe0 || marker === 0xee)
}

/** How often a decoder will go over the picture; a second picture behind its end is not counted. */
function scansFrom(jpeg: Buffer, from: number): number {
  let scans = 0
  for (let at = from; at + 4 <= jpeg.length; ) {
    const marker = jpeg[at + 1] ?? endOfImage
    if (marker === endOfImage) break
    if (marker === startOfScan) scans++
    at = jpeg.indexOf(0xff, hasLength(marker) ? at + 2 + jpeg.readUInt16BE(at + 2) : at + 2)
    if (at < 0) break
    while (jpeg[at + 1] === 0xff) at++
  }
  return scans
}

function nextMarker(jpeg: Buffer, from: number): number {
  let at = jpeg.indexOf(0xff, from)
  if (at < 0 || from > jpeg.length) throw new MediaFault('This picture is damaged')
  while (jpeg[at + 1] === 0xff) at++
  return at
}

const startsWith = (segment: Buffer, name: string) => segment.toString('latin1', 4, 4 + name.length) === name
// A stuffed zero, a restart or a start of image stands alone.
const hasLength = (marker: number) => marker > 0x01 && !(marker >= 0xd0 && marker <= endOfImage)
