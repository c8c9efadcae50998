import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { MediaFault } from './media-fault.ts'
import { readExif } from './picture/exif.ts'
import { essentialSegments } from './picture/jpeg-segments.ts'
import { essentialChunks } from './picture/png-chunks.ts'
import { atMost } from './turns.ts'

type PictureType = 'image/jpeg' | 'image/png'
type Shown = { width: number; height: number; capturedAt: string | null }

const mostPixels = 50_000_000
// A progressive JPEG can ask for many scans with few bytes. 12 are plenty for a camera at the limit of pixels; libvips alone
// would take 100.
const mostScans = 40
const mostScannedPixels = 12 * mostPixels
// Enough to turn the picture of a 48-megapixel phone upright.
const mostMemory = 160 * 1024 * 1024

// Two passes would save 4 % of the bytes and hold the whole picture in memory for it.
const jpegOptions = { quality: 88, chromaSubsampling: '4:2:0', optimiseCoding: false }
// Large pictures would take seconds to be squeezed a little more.
const pngOptions = (pixels: number) => ({ compressionLevel: pixels > 10_000_000 ? 2 : 6 })

// The decoders of this process read what we accept and nothing else, and leave the processors to the requests.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.concurrency(1)
sharp.cache(false)
const inTurn = atMost(2)

/** Draws the picture anew, upright and in sRGB: only what can be seen survives. */
export function cleanPicture(file: string, type: PictureType, into: string, thumbnail: string): Promise<Shown> {
  return inTurn(async () => {
    const sent = await readFile(file)
    const { bytes, exif, scans } = type === 'image/png' ? essentialChunks(sent) : essentialSegments(sent)
    const { orientation, capturedAt } = readExif(exif)
    const pixels = await affordablePixels(bytes, scans, orientation)

    // Into memory first: what sharp throws is then the picture's fault, what writing throws is ours.
    const { data, info } = await decoding(() => {
      const upright = turned(open(bytes), orientation)
      const drawn = type === 'image/png' ? upright.png(pngOptions(pixels)) : upright.jpeg(jpegOptions)
      return drawn.toBuffer({ resolveWithObject: true })
    })
    const small = await decoding(() => thumbnailOf(data))
    await writeFile(into, data)
    await writeFile(thumbnail, small)
    return { width: info.width, height: info.height, capturedAt }
  })
}

const open = (bytes: Buffer) => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })

/** Everything that can be refused from the header is refused before a single pixel is decoded. */
async function affordablePixels(bytes: Buffer, scans: number, orientation: number): Promise<number> {
  const metadata = await decoding(() => open(bytes).metadata())
  const pixels = metadata.width * metadata.height
  if (scans > mostScans || scans * pixels > mostScannedPixels) throw new MediaFault('This picture is damaged')
  if (pixels * bytesHeld(metadata, orientation) > mostMemory) {
    throw new MediaFault('This picture takes too much memory: save it smaller, or as an ordinary JPG')
  }
  return pixels
}

/** Most pictures stream through; one that arrives in layers or has to be turned is held as a whole. Counted per pixel. */
function bytesHeld(
  { channels, depth, isProgressive, format, chromaSubsampling }: Metadata,
  orientation: number,
): number {
  const asPixels = channels * (depth === 'ushort' ? 2 : 1)
  const asLayers = format === 'png' ? asPixels : chromaSubsampling === '4:2:0' ? 3 : channels * 2
  return (orientation > 1 ? asPixels : 0) + (isProgressive ? asLayers : 0)
}

/** EXIF orientations from 1 to 8; sharp mirrors before it turns. */
function turned(picture: Sharp, orientation: number): Sharp {
  const angle = [0, 0, 0, 180, 180, 270, 90, 90, 270][orientation] ?? 0
  return picture.flop([2, 4, 5, 7].includes(orientation)).rotate(angle)
}

const thumbnailOf = (bytes: Buffer) =>
  open(bytes)
    .resize({ width: 600, height: 600, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()

async function decoding<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const tooLarge = error instanceof Error && error.message.includes('exceeds pixel limit')
    const sentence = tooLarge ? 'This picture is too large: at most 50 megapixels' : 'This picture is damaged'
    throw new MediaFault(sentence, error)
  }
}
