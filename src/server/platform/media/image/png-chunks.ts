import { InvalidMedia } from '../invalid-media.ts'
import type { EssentialParts } from './essential-parts.ts'

// Chunks that decide how the pixels appear. A decoder would unpack the others too, for seconds in a hostile file.
const essential = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'IDAT', 'IEND'].map(codeOf))
const [exifCode, pixelsCode, endCode] = ['eXIf', 'IDAT', 'IEND'].map(codeOf)

// The common encoder writes 8 kB per chunk, so 4,000 chunks in the largest file.
const maxChunks = 50_000

/** The PNG without texts, further frames and bytes after its end. Allocates nothing per chunk. */
export function essentialChunks(png: Buffer): EssentialParts {
  const kept = Buffer.allocUnsafe(png.length)
  let length = png.copy(kept, 0, 0, 8)
  const found = new Set<number>()
  let exif: Buffer | undefined
  let at = 8
  for (let chunks = 1; at < png.length && !found.has(endCode ?? 0); chunks++) {
    const end = at + 12 <= png.length ? at + 12 + png.readUInt32BE(at) : Number.POSITIVE_INFINITY
    if (end > png.length || chunks > maxChunks) throw new InvalidMedia('This photo is damaged')
    const code = png.readUInt32BE(at + 4)
    if (code === exifCode) exif ??= png.subarray(at + 8, end - 4)
    if (essential.has(code) && (code === pixelsCode || !found.has(code))) {
      length += png.copy(kept, length, at, end)
      found.add(code)
    }
    at = end
  }
  return { bytes: kept.subarray(0, length), exif, scans: 1 }
}

function codeOf(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32BE(0)
}
