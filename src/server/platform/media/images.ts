import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { readExif } from './image/exif.ts'
import { essentialSegments } from './image/jpeg-segments.ts'
import { essentialChunks } from './image/png-chunks.ts'
import { InvalidMedia } from './invalid-media.ts'
import { largePixelMemory, maxPixelMemory } from './limits.ts'

type ImageType = 'image/jpeg' | 'image/png'
type CleanedImage = { width: number; height: number; capturedAt: string | null; pictureSha256: string }
type Source = { bytes: Buffer; type: ImageType; orientation: number }

// Phones take up to 200 megapixels as JPEG, which the decoder streams. Cameras do not write PNG.
const maxPixels = { 'image/jpeg': 220_000_000, 'image/png': 50_000_000 }
/** The limit of the stored image: reviewers' browsers fail above it, and turning it upright holds it in memory. */
const maxKeptPixels = 50_000_000
// A progressive JPEG can request many scans with few bytes. 12 suffice for a camera at the pixel limit; libvips alone
// allows 100.
const maxScans = 40
const maxScannedPixels = 12 * maxPixels['image/jpeg']

// Two passes would save 4 % of the bytes but hold the whole image in memory.
const jpegOptions = { quality: 88, chromaSubsampling: '4:2:0', optimiseCoding: false }
// Stronger compression of large images would take seconds for little gain.
const pngOptions = (pixels: number) => ({ compressionLevel: pixels > 10_000_000 ? 2 : 6 })

// Enable only the decoders of accepted types, on one processor.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.concurrency(1)
sharp.cache(false)

/**
 * Re-encodes the image, upright and in sRGB, so only visible data survives. Waits for `beforeLarge` before it takes
 * much memory.
 */
export async function cleanImage(
  file: string,
  type: ImageType,
  into: string,
  thumbnail: string,
  beforeLarge: () => Promise<void>,
): Promise<CleanedImage> {
  const sent = await readFile(file)
  const { bytes, exif, scans } = type === 'image/png' ? essentialChunks(sent) : essentialSegments(sent)
  const { orientation, capturedAt } = readExif(exif)
  const source = { bytes, type, orientation }
  const { pixels, kept, memory } = await readHeader(source, scans)
  if (memory > largePixelMemory) await beforeLarge()

  // Decode into memory first: errors of sharp are the image's fault, errors of writing are ours.
  const { data, info } = await decodeOrThrow(type, () => {
    // Resize before turning: the decoder does most of it, and only the smaller image is in memory.
    const smaller = kept.pixels < pixels ? open(source).resize({ ...kept.size, fit: 'fill' }) : open(source)
    const upright = turnUpright(smaller, orientation)
    const drawn = type === 'image/png' ? upright.png(pngOptions(pixels)) : upright.jpeg(jpegOptions)
    return drawn.toBuffer({ resolveWithObject: true })
  })
  const small = await decodeOrThrow(type, () => thumbnailOf({ bytes: data, type, orientation: 1 }))
  await writeFile(into, data)
  await writeFile(thumbnail, small)
  const pictureSha256 = createHash('sha256').update(data).digest('hex')
  return { width: info.width, height: info.height, capturedAt, pictureSha256 }
}

const open = ({ bytes, type }: Source) => sharp(bytes, { limitInputPixels: maxPixels[type], failOn: 'error' })

/** Refuses everything that the header reveals before a single pixel is decoded. */
async function readHeader(source: Source, scans: number) {
  const metadata = await decodeOrThrow(source.type, () => open(source).metadata())
  const pixels = metadata.width * metadata.height
  if (scans > maxScans || scans * pixels > maxScannedPixels) throw new InvalidMedia('This photo is damaged')
  // Converting CMYK takes ten times as long as other colours, and no phone writes it.
  if (metadata.space === 'cmyk' && pixels > maxKeptPixels) {
    throw new InvalidMedia('This photo is in print colours (CMYK) and larger than 50 megapixels')
  }
  const scale = Math.min(1, Math.sqrt(maxKeptPixels / pixels))
  const size = { width: Math.ceil(metadata.width * scale), height: Math.ceil(metadata.height * scale) }
  const kept = { size, pixels: size.width * size.height }
  const memory = memoryHeld(metadata, { pixels, keptPixels: kept.pixels, isTurned: source.orientation > 1 })
  if (memory > maxPixelMemory[source.type]) {
    throw new InvalidMedia('This photo takes too much memory: save it smaller, or as an ordinary JPG')
  }
  return { pixels, kept, memory }
}

/** Bytes in memory: most images stream; progressive or turned ones are held as a whole. */
function memoryHeld(
  { channels, depth, isProgressive, format, chromaSubsampling }: Metadata,
  { pixels, keptPixels, isTurned }: { pixels: number; keptPixels: number; isTurned: boolean },
): number {
  const perPixel = channels * (depth === 'ushort' ? 2 : 1)
  const perLayeredPixel = format === 'png' ? perPixel : chromaSubsampling === '4:2:0' ? 3 : channels * 2
  return (isTurned ? perPixel * keptPixels : 0) + (isProgressive ? perLayeredPixel * pixels : 0)
}

/** EXIF orientations from 1 to 8; sharp mirrors before it turns. */
function turnUpright(image: Sharp, orientation: number): Sharp {
  const angle = [0, 0, 0, 180, 180, 270, 90, 90, 270][orientation] ?? 0
  return image.flop([2, 4, 5, 7].includes(orientation)).rotate(angle)
}

const thumbnailOf = (source: Source) =>
  open(source)
    .resize({ width: 600, height: 600, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()

async function decodeOrThrow<Result>(type: ImageType, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit')
    const most = maxPixels[type] / 1_000_000
    throw new InvalidMedia(isTooLarge ? `This photo is larger than ${most} megapixels` : 'This photo is damaged', error)
  }
}
