import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cleanFile } from './clean.ts'
import { InvalidMedia } from './invalid-media.ts'
import { chunk, withChunks, withSegment } from './testing/image-parts.ts'
import { aPicture, exif, told } from './testing/photo-with-secrets.ts'
import { cleaned, fileOf, outcomeOf } from './testing.ts'

const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/">Owner 12.5246 SERIAL</x:xmpmeta>'

async function cornersOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colour = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    // By the strongest of three: ink cannot show a pure blue.
    if (Math.min(red, green, blue) > 200) return 'white'
    const strongest = Math.max(red, green, blue)
    return strongest === red ? 'red' : strongest === green ? 'green' : 'blue'
  }
  const [right, bottom] = [info.width - 9, info.height - 9]
  return [colour(9, 9), colour(right, 9), colour(9, bottom), colour(right, bottom)].join(' ')
}

const jpeg = () => aPicture().withExif(exif).withXmp(xmp).withIccProfile('p3').jpeg().toBuffer()
const png = () => aPicture().withExif(exif).withXmp(xmp).png().toBuffer()

test('a photo loses place, device and owner; its time is told to us', async () => {
  const photo = withSegment(await jpeg(), 0xed, 'Photoshop 3.0\x008BIM Owner 12.5246')
  expect(told(photo)).toEqual(expect.arrayContaining(['12.5246', 'SERIAL', 'Owner', 'Acme', 'xmpmeta', 'Exif']))

  const { bytes, small, ...facts } = await cleaned(photo, 'image/jpeg')

  expect(told(bytes)).toEqual([])
  expect(told(small)).toEqual([])
  expect(facts).toMatchObject({ width: 160, height: 80, capturedAt: '2026-05-03T10:11:12-04:00' })
  expect(await cornersOf(bytes)).toBe('red green blue white')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', hasProfile: false, space: 'srgb' })
})

test.each([
  ['tEXt', 'Author\0Owner SERIAL'],
  ['iTXt', `XML:com.adobe.xmp\0\0\0\0\0${xmp}`],
  ['zTXt', 'Raw profile type iptc\0\0Owner'],
  ['tIME', 'Owner..'],
  ['acTL', '\0\0\0\x02\0\0\0\0'],
  ['gpSx', '12.5246 70.0270'],
])('a PNG loses its %s', async (type, body) => {
  const { bytes, ...facts } = await cleaned(withChunks(await png(), chunk(type, body)), 'image/png')

  expect(told(bytes)).toEqual([])
  expect(bytes.includes(type)).toBe(false)
  expect(facts.capturedAt).toBe('2026-05-03T10:11:12-04:00')
  expect(await cornersOf(bytes)).toBe('red green blue white')
})

test.each([
  ['an archive', 'PK\x03\x04 12.5246'],
  ['a page', '<html><script>alert(1)</script>'],
  ['another image', 'Exif Acme'],
])('%s behind an image is gone', async (_, tail) => {
  for (const [type, bytes] of [
    ['image/jpeg', await jpeg()],
    ['image/png', await png()],
  ] as const) {
    const result = await cleaned(Buffer.concat([bytes, Buffer.from(tail, 'latin1')]), type)

    expect(told(result.bytes)).toEqual([])
  }
})

test('maker notes and the preview within EXIF are gone', async () => {
  const block = `Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0Acme SERIAL \xff\xd8\xff\xdb preview of the Owner \xff\xd9`
  const photo = withSegment(await aPicture().jpeg().toBuffer(), 0xe1, block)

  expect(told((await cleaned(photo, 'image/jpeg')).bytes)).toEqual([])
})

const upright: Record<number, string> = {
  1: 'red green blue white',
  2: 'green red white blue',
  3: 'white blue green red',
  4: 'blue white red green',
  5: 'red blue green white',
  6: 'blue red white green',
  7: 'white green blue red',
  8: 'green white red blue',
}

test.each(Object.entries(upright))(
  'an image with orientation %s is shown upright without saying so',
  async (value, corners) => {
    const held = () => aPicture().withMetadata({ orientation: Number(value) })
    for (const [type, bytes] of [
      ['image/jpeg', await held().jpeg().toBuffer()],
      ['image/png', await held().png().toBuffer()],
    ] as const) {
      const { width, height, ...result } = await cleaned(bytes, type)

      expect(await cornersOf(result.bytes)).toBe(corners)
      expect(await cornersOf(result.small)).toBe(corners)
      expect([width, height]).toEqual(Number(value) > 4 ? [80, 160] : [160, 80])
      expect((await sharp(result.bytes).metadata()).orientation).toBeUndefined()
    }
  },
)

test.each([
  ['a CMYK JPEG', 'image/jpeg', () => aPicture().toColourspace('cmyk').jpeg()],
  ['a progressive JPEG', 'image/jpeg', () => aPicture().jpeg({ progressive: true })],
  ['a JPEG with full colours', 'image/jpeg', () => aPicture().jpeg({ chromaSubsampling: '4:4:4' })],
  ['a wide-gamut JPEG', 'image/jpeg', () => aPicture().withIccProfile('p3').jpeg()],
  ['a 16-bit PNG', 'image/png', () => aPicture().toColourspace('rgb16').png()],
  ['an interlaced PNG', 'image/png', () => aPicture().png({ progressive: true })],
  ['a PNG of few colours', 'image/png', () => aPicture().png({ palette: true })],
  ['a PNG with a profile', 'image/png', () => aPicture().withIccProfile('p3').png()],
] as const)('%s looks the same', async (_, type, draw) => {
  const { bytes } = await cleaned(await draw().toBuffer(), type)

  expect(await cornersOf(bytes)).toBe('red green blue white')
  expect(await sharp(bytes).metadata()).toMatchObject({ depth: 'uchar', space: 'srgb', hasProfile: false })
})

test('the colours of a wide-gamut phone are kept without its profile', async () => {
  const { bytes } = await cleaned(await aPicture().withIccProfile('p3').png().toBuffer(), 'image/png')

  const [red = 0, green = 0, blue = 0] = await sharp(bytes).raw().toBuffer()
  expect(red).toBeGreaterThan(250)
  expect(green + blue).toBeLessThan(10)
})

test('grey images and single pixels are images too', async () => {
  const grey = await aPicture().toColourspace('b-w').jpeg().toBuffer()
  const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()

  expect(await cleaned(grey, 'image/jpeg')).toMatchObject({ width: 160, height: 80 })
  expect(await cleaned(dot, 'image/png')).toMatchObject({ width: 1, height: 1 })
})

test('what is transparent stays so, and is white on the small image', async () => {
  const clear = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()

  const { bytes, small } = await cleaned(clear, 'image/png')

  expect((await sharp(bytes).stats()).isOpaque).toBe(false)
  expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 200 })
  expect(await cornersOf(small)).toBe('white white white white')
})

test.each([
  ['2026:02:30 10:11:12', null],
  ['0000:00:00 00:00:00', null],
  ['<script>alert(1)</s', null],
  ['2026:05:03 10:11:12', '2026-05-03T10:11:12'],
])('the camera time %s is read as %s', async (time, expected) => {
  const photo = await aPicture()
    .withExif({ IFD2: { DateTimeOriginal: time } })
    .jpeg()
    .toBuffer()

  expect((await cleaned(photo, 'image/jpeg')).capturedAt).toBe(expected)
})

test('an image that goes too far is refused with the reason', async () => {
  const large = await sharp({ create: { width: 10_001, height: 5_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const layered = await sharp({ create: { width: 7_000, height: 6_000, channels: 4, background: '#fff8' } })
    .png({ progressive: true })
    .toBuffer()

  expect((await outcomeOf(large, 'image/png')).result).toBe('This photo is larger than 50 megapixels')
  expect((await outcomeOf(layered, 'image/png')).result).toMatch(/^This photo takes too much memory/)
})

test('a place to write that is not there is no fault of the image', async () => {
  const file = fileOf(await jpeg())

  const fault = await cleanFile(file, 'image/jpeg', `${file}/nowhere/out`).catch((error: unknown) => error)

  expect(fault).toBeInstanceOf(Error)
  expect(fault).not.toBeInstanceOf(InvalidMedia)
  expect(existsSync(file)).toBe(true)
})
