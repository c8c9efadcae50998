import { MediaFault } from '../media-fault.ts'
import type { Essence } from './essence.ts'

// What decides how the pixels look. A decoder would unpack all others, for seconds if they are made for it.
const essential = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'IDAT', 'IEND'])
const mostChunks = 100_000

/** The same PNG without its texts, further frames and whatever stands behind its end. */
export function essentialChunks(png: Buffer): Essence {
  const kept: Buffer[] = []
  const found = new Set<string>()
  let exif: Buffer | undefined
  let keptFrom = 0
  let at = 8
  for (let chunks = 0; at < png.length && !found.has('IEND'); chunks++) {
    const end = at + 12 <= png.length ? at + 12 + png.readUInt32BE(at) : Number.POSITIVE_INFINITY
    if (end > png.length || chunks > mostChunks) throw new MediaFault('This picture is damaged')
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'eXIf') exif ??= png.subarray(at + 8, end - 4)
    if (!essential.has(type) || (found.has(type) && type !== 'IDAT')) {
      kept.push(png.subarray(keptFrom, at))
      keptFrom = end
    }
    found.add(type)
    at = end
  }
  kept.push(png.subarray(keptFrom, at))
  return { bytes: Buffer.concat(kept), exif, scans: 1 }
}
