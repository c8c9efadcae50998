import { deflateSync } from 'node:zlib'
import { aTrack, aVideo, box, longBox, words } from '@sports-week/video-metadata/testing'
import sharp from 'sharp'
import type { FileType } from '#contract/media-types.ts'
import { chunk, withChunks, withSegment } from '../testing/image-parts.ts'

/** A file made to overload a server, and the expected result: a sentence, or `taken` if it is only odd. */
type HostileFile = { name: string; type: FileType; verdict: string | 'taken'; make(): Buffer | Promise<Buffer> }

const largest = 30_485_760
const damagedPhoto = 'This photo is damaged'
const damagedVideo = 'This video is damaged'
const photoTooLarge = 'This photo is larger than 220 megapixels'
const pngTooLarge = 'This photo is larger than 50 megapixels'

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#204060' }, limitInputPixels: false })
const smallJpeg = () => flat(64, 48).jpeg().toBuffer()
const smallCmyk = () => flat(64, 48).toColourspace('cmyk').jpeg().toBuffer()
const smallPng = () => flat(64, 48).png().toBuffer()
const latin1 = (content: string) => Buffer.from(content, 'latin1')

const brands = box('ftyp', 'isom', words(512), 'isom')
const samples = box('mdat', 'pictures')
const videoOf = (...parts: Buffer[]) => Buffer.concat([brands, samples, ...parts])
const withTrack = (...parts: Buffer[]) => videoOf(box('moov', aTrack(1, 28, { samples: ['pictures'] }), ...parts))

/** A track with all required boxes and as few bytes as possible, so that 190,000 of them fit. */
const shortestTrack = box(
  'trak',
  box('tkhd'),
  box('mdia', box('hdlr', words(0, 0), 'meta'), box('minf', box('stbl', Buffer.alloc(100)))),
)

/** As many of these bytes as fit into a file together with `others`. */
const filled = (pattern: Buffer, others = 4_096) =>
  Buffer.alloc(largest - others - ((largest - others) % pattern.length), pattern)

const jpegOf = (...parts: Buffer[]) => Buffer.concat([latin1('\xff\xd8'), ...parts, latin1('\xff\xd9')])
const emptySegment = (marker: number) => Buffer.from([0xff, marker, 0, 2])

/** The JPEG with these parts before its first scan. */
async function beforeScan(...parts: Buffer[]): Promise<Buffer> {
  const jpeg = await smallJpeg()
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  return Buffer.concat([jpeg.subarray(0, scan), ...parts, jpeg.subarray(scan)])
}

/** The JPEG with this size in its header; decoders fill in missing pixels. */
export function resizedJpeg(jpeg: Buffer, width: number, height = width): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = Math.max(changed.indexOf(Buffer.from([0xff, 0xc0])), changed.indexOf(Buffer.from([0xff, 0xc2])))
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return changed
}

/** Few bytes that occupy a decoder for seconds. */
export const slowPhoto = async () => resizedJpeg(await smallJpeg(), 14_000)

/** A progressive JPEG of few bytes: all its pixels stay in memory, half a gigabyte. */
export const largePhoto = async () => resizedJpeg(await flat(64, 48).jpeg({ progressive: true }).toBuffer(), 13_000)

export function resizedPng(png: Buffer, side: number): Buffer {
  const header = chunk('IHDR', Buffer.concat([words(side, side), png.subarray(24, 29)]))
  return Buffer.concat([png.subarray(0, 8), header, png.subarray(33)])
}

/** One bit per pixel makes it fast to create; decoded, each pixel is a byte. */
function blackPng(side: number): Buffer {
  const header = chunk('IHDR', Buffer.concat([words(side, side), Buffer.from([1, 0, 0, 0, 0])]))
  const rows = Buffer.alloc((1 + side / 8) * side)
  return Buffer.concat([latin1('\x89PNG\r\n\x1a\n'), header, chunk('IDAT', deflateSync(rows)), chunk('IEND', '')])
}

/** A progressive JPEG that repeats its last scan many times. */
async function manyScans(side: number, times: number): Promise<Buffer> {
  const layered = await flat(side, side).jpeg({ progressive: true }).toBuffer()
  const last = layered.subarray(layered.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  return Buffer.concat([layered.subarray(0, -2), ...Array.from({ length: times }, () => last), layered.subarray(-2)])
}

/** Text chunks that unpack to gigabytes. */
async function bombTexts(): Promise<Buffer> {
  const bomb = chunk('zTXt', Buffer.concat([latin1('a\0\0'), deflateSync(Buffer.alloc(20_000_000))]))
  return withChunks(await smallPng(), ...Array.from({ length: 300 }, () => bomb))
}

/** A colour profile that unpacks to far more than a real one. */
async function bombProfile(): Promise<Buffer> {
  const packed = deflateSync(Buffer.alloc(400_000_000))
  return withChunks(await smallPng(), chunk('iCCP', Buffer.concat([latin1('p\0\0'), packed])))
}

/** Pixel data that unpacks to gigabytes although the header declares a small image. */
async function bombPixels(): Promise<Buffer> {
  const png = await smallPng()
  const packed = deflateSync(Buffer.alloc(800_000_000))
  return Buffer.concat([png.subarray(0, 33), chunk('IDAT', packed), chunk('IEND', '')])
}

/** An EXIF directory that refers to itself, five thousand times. */
function circularExif(): Buffer {
  const block = Buffer.concat([latin1('Exif\0\0II*\0\x08\0\0\0'), Buffer.alloc(60_002)])
  block.writeUInt16LE(5_000, 14)
  for (let at = 16; at + 12 <= block.length; at += 12) block.set([0x69, 0x87, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0], at)
  return block
}

export function nested(type: string, depth: number): Buffer {
  const whole = Buffer.alloc(8 * (depth + 1))
  for (let level = 0; level <= depth; level++) {
    whole.writeUInt32BE(whole.length - 8 * level, 8 * level)
    whole.write(type, 8 * level + 4, 'latin1')
  }
  return whole
}

/** A track to be removed; its table lists places all over the file, including its header. */
export function wildTrack(chunks: number): Buffer {
  const track = aTrack(2, 0, { handler: 'meta', format: 'mebx', samples: Array.from({ length: chunks }, () => 'GPS') })
  const table = track.indexOf('stco') + 12
  for (let entry = 0; entry < chunks; entry++) track.writeUInt32BE((entry * 7919) >>> 0, table + entry * 4)
  track.writeUInt32BE(0xffffffff, track.indexOf('stsz') + 8)
  return track
}

function tableOfTooMany(type: string): Buffer {
  const bytes = aVideo({ tracks: [{ samples: ['pictures'] }, { handler: 'meta', samples: ['GPS'] }] })
  bytes.writeUInt32BE(0x7fffffff, bytes.lastIndexOf(type) + (type === 'stsz' ? 12 : 8))
  return bytes
}

const fragments = (times: number) => {
  const fragment = box(
    'moof',
    box('mfhd', words(0, 1)),
    box('traf', box('tfhd', words(0, 1)), box('trun', words(0, 0))),
  )
  return Buffer.concat([withTrack(), Buffer.alloc(fragment.length * times, fragment)])
}

const jpeg = (name: string, verdict: string, make: HostileFile['make']): HostileFile => ({
  name,
  type: 'image/jpeg',
  verdict,
  make,
})
const png = (name: string, verdict: string, make: HostileFile['make']): HostileFile => ({
  name,
  type: 'image/png',
  verdict,
  make,
})
const mp4 = (name: string, verdict: string, make: HostileFile['make']): HostileFile => ({
  name,
  type: 'video/mp4',
  verdict,
  make,
})

export const hostileFiles: HostileFile[] = [
  jpeg('7.5 million comments', damagedPhoto, () => jpegOf(filled(emptySegment(0xfe)))),
  jpeg('7.5 million application segments', damagedPhoto, () => jpegOf(filled(emptySegment(0xe0)))),
  jpeg('7.5 million quantisation tables', damagedPhoto, () => beforeScan(filled(emptySegment(0xdb)))),
  jpeg('comments between the scans', damagedPhoto, async () =>
    Buffer.concat([(await smallJpeg()).subarray(0, -2), filled(emptySegment(0xfe))]),
  ),
  jpeg('nothing but fill bytes', damagedPhoto, () => Buffer.concat([latin1('\xff\xd8'), filled(latin1('\xff'))])),
  jpeg('nothing but stuffed bytes', 'taken', () => withScanData(filled(latin1('\xff\0')))),
  jpeg('nothing but restart markers', 'taken', () => withScanData(filled(latin1('\xff\xd0')))),
  jpeg('claims 65,500 by 65,500', photoTooLarge, async () => resizedJpeg(await smallJpeg(), 65_500)),
  jpeg('220 megapixels in a few bytes', 'taken', async () => resizedJpeg(await smallJpeg(), 14_832)),
  jpeg('progressive with 3,000 scans', damagedPhoto, () => manyScans(64, 3_000)),
  jpeg('progressive with 30 scans of 64 megapixels', damagedPhoto, () => manyScans(8_000, 25)),
  jpeg('CMYK of 49 megapixels', 'taken', async () => resizedJpeg(await smallCmyk(), 7_000)),
  jpeg('CMYK of 100 megapixels', 'This photo is in print colours (CMYK) and larger than 50 megapixels', async () =>
    resizedJpeg(await smallCmyk(), 10_000),
  ),
  jpeg('EXIF that leads to itself', 'taken', async () => withSegment(await smallJpeg(), 0xe1, circularExif())),
  jpeg('cut off in the middle', damagedPhoto, async () => {
    const whole = await flat(4_000, 3_000).jpeg().toBuffer()
    return whole.subarray(0, whole.length / 2)
  }),
  png('2 million chunks', damagedPhoto, async () => withChunks(await smallPng(), filled(chunk('tEXt', 'a\0b')))),
  png('2.5 million empty pixel chunks', damagedPhoto, async () =>
    withChunks(await smallPng(), filled(chunk('IDAT', ''))),
  ),
  png('texts that unpack to 6 GB', 'taken', bombTexts),
  png('a profile that unpacks to 400 MB', 'taken', bombProfile),
  png('pixels that unpack to 800 MB', 'taken', bombPixels),
  png('256 megapixels of one colour', pngTooLarge, () => blackPng(16_000)),
  png('a header of 50,000 by 50,000', pngTooLarge, async () => resizedPng(await smallPng(), 50_000)),
  png('49 megapixels in 16 bits', 'taken', () => flat(7_000, 7_000).toColourspace('rgb16').png().toBuffer()),
  png('49 interlaced megapixels', 'This photo takes too much memory: save it smaller, or as an ordinary JPG', () =>
    flat(7_000, 7_000).ensureAlpha().png({ progressive: true }).toBuffer(),
  ),
  mp4('190,000 tracks', damagedVideo, () => videoOf(box('moov', filled(shortestTrack)))),
  mp4('3.8 million boxes', damagedVideo, () => Buffer.concat([aVideo(), filled(box('free'))])),
  mp4('3.8 million boxes in the movie', damagedVideo, () => withTrack(filled(box('free')))),
  mp4('a movie 100,000 levels deep', 'taken', () => withTrack(nested('moov', 100_000))),
  mp4('a million sample places', damagedVideo, () => withTrack(wildTrack(1_000_000))),
  mp4('200,000 fragments', damagedVideo, () => fragments(200_000)),
  mp4('a length beyond all files', damagedVideo, () =>
    Buffer.concat([aVideo(), words(1), latin1('mdat'), words(-1, -1)]),
  ),
  mp4('a table with more entries than bytes', damagedVideo, () => tableOfTooMany('stco')),
  mp4('sizes with more entries than bytes', damagedVideo, () => tableOfTooMany('stsz')),
  mp4('long headers all the way', 'taken', () => videoOf(longBox('moov', aTrack(1, 28, { samples: ['p'] })))),
]

/** A small JPEG with these bytes after its scan. */
async function withScanData(data: Buffer): Promise<Buffer> {
  const whole = await smallJpeg()
  const scan = whole.indexOf(Buffer.from([0xff, 0xda]))
  const start = scan + 2 + whole.readUInt16BE(scan + 2)
  return Buffer.concat([whole.subarray(0, start), data, latin1('\xff\xd9')])
}
