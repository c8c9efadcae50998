import type { FileType } from '#contract/media-types.ts'

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

// Check the major brand only: HEIC and AVIF sequences list `iso8` and others as compatible brands.
const mp4Brands = new Set([
  ...['isom', 'iso2', 'iso3', 'iso4', 'iso5', 'iso6', 'iso7', 'iso8', 'iso9', 'isoa', 'isob', 'isoc'],
  ...['mp41', 'mp42', 'avc1', 'M4V ', 'M4VH', 'M4VP', 'MSNV', 'XAVC', 'dash', 'msdh', 'msix'],
])

/** The number of bytes that `sniff` needs. */
export const headLength = 16

/** The type by the first bytes only; name and declared type are ignored. */
export function sniff(head: Buffer): FileType | undefined {
  if (head.length >= 3 && head.readUIntBE(0, 3) === 0xffd8ff) return 'image/jpeg'
  if (head.subarray(0, 8).equals(pngSignature)) return 'image/png'
  if (head.length < 12 || head.toString('latin1', 4, 8) !== 'ftyp') return undefined
  const brand = head.toString('latin1', 8, 12)
  if (brand === 'qt  ') return 'video/quicktime'
  return mp4Brands.has(brand) ? 'video/mp4' : undefined
}
