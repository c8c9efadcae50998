import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { FileType } from '#contract/uploads.ts'
import { aFilm, aTrack, atom, chunk, fixture, longAtom, outcomeOf, withChunks, withSegment, words } from './testing.ts'

const types: FileType[] = ['image/jpeg', 'image/png', 'video/mp4', 'video/quicktime']
const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#204060' } })
const jpeg = await flat(64, 48)
  .withExif({ IFD0: { Make: 'Acme' } })
  .jpeg()
  .toBuffer()
const png = await flat(64, 48).png().toBuffer()
const pixelBomb = await flat(16_000, 16_000).png({ compressionLevel: 9 }).toBuffer()
const layered = await flat(7_000, 7_000).jpeg({ progressive: true }).toBuffer()
const film = aFilm()
const real: [FileType, Buffer][] = [
  ['image/jpeg', jpeg],
  ['image/png', png],
  ['video/mp4', fixture('phone.mp4')],
  ['video/mp4', fixture('fragments.mp4')],
  ['video/quicktime', fixture('upright.mov')],
]

const brands = atom('ftyp', 'isom', words(512), 'isom')
const samples = atom('mdat', 'pictures')
const filmOf = (...parts: Buffer[]) => Buffer.concat([brands, samples, ...parts])
const withTrack = (...parts: Buffer[]) => filmOf(atom('moov', aTrack(1, 28, { samples: ['pictures'] }), ...parts))
const text = (content: string) => Buffer.from(content, 'latin1')
const million = (bytes: Buffer) => Buffer.alloc(bytes.length * 1_000_000, bytes)

/** A JPEG that asks for its last scan again and again. */
function manyScans(times: number): Buffer {
  const last = layered.subarray(layered.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  return Buffer.concat([layered.subarray(0, -2), ...Array.from({ length: times }, () => last), layered.subarray(-2)])
}

/** An IFD that leads to itself, five thousand times. */
function circularExif(): Buffer {
  const block = Buffer.concat([text('Exif\0\0II*\0\x08\0\0\0'), Buffer.alloc(60_002)])
  block.writeUInt16LE(5_000, 14)
  for (let at = 16; at + 12 <= block.length; at += 12) block.set([0x69, 0x87, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0], at)
  return block
}

/** A track that goes, whose table names places all over the file, its own header among them. */
function wildTrack(chunks: number): Buffer {
  const track = aTrack(2, 0, { handler: 'meta', format: 'mebx', samples: Array.from({ length: chunks }, () => 'GPS') })
  const table = track.indexOf('stco') + 12
  for (let entry = 0; entry < chunks; entry++) track.writeUInt32BE((entry * 7919) >>> 0, table + entry * 4)
  track.writeUInt32BE(0xffffffff, track.indexOf('stsz') + 8)
  return track
}

const damagedPicture = 'This picture is damaged'
const tooLarge = 'This picture is too large: at most 50 megapixels'
const damagedFilm = 'This film is damaged'
const empty = 'This film has no pictures in it'
const corpus: [string, FileType, Buffer, string | 'taken'][] = [
  ['a page that begins like a JPEG', 'image/jpeg', text('\xff\xd8\xff<script>alert(1)</script>'), damagedPicture],
  ['a PNG of nothing but its mark', 'image/png', png.subarray(0, 8), damagedPicture],
  ['a PNG as a JPEG', 'image/jpeg', png, 'This file is not really a JPG picture'],
  ['an MP4 as a MOV', 'video/quicktime', film, 'This file is not really a MOV film'],
  ['a GIF that is also an archive', 'image/jpeg', text('GIF89aPK\x03\x04'), 'This file is not really a JPG picture'],
  ['a pixel bomb', 'image/png', pixelBomb, tooLarge],
  ['a header of 50,000 by 50,000', 'image/png', resized(png, 50_000), tooLarge],
  ['a header of two thousand million', 'image/png', resized(png, 0x7fffffff), damagedPicture],
  ['a header of nothing', 'image/png', resized(png, 0), damagedPicture],
  ['a JPEG that claims 65,500 by 65,500', 'image/jpeg', reframed(jpeg, 65_500), tooLarge],
  ['a JPEG with fewer pixels than it claims', 'image/jpeg', reframed(jpeg, 6_000), 'taken'],
  ['seventy scans', 'image/jpeg', manyScans(60), damagedPicture],
  ['EXIF that leads to itself', 'image/jpeg', withSegment(jpeg, 0xe1, circularExif()), 'taken'],
  ['a profile that is none', 'image/jpeg', withSegment(jpeg, 0xe2, 'ICC_PROFILE\0\x01\x01nonsense'), 'taken'],
  ['a million texts', 'image/png', withChunks(png, million(chunk('tEXt', 'a\0b'))), damagedPicture],
  ['texts that unpack to gigabytes', 'image/png', withChunks(png, ...bombTexts()), 'taken'],
  ['a chunk longer than its file', 'image/png', withChunks(png, words(0x7fffffff), text('tEXt')), damagedPicture],
  ['a film without a movie', 'video/mp4', filmOf(), damagedFilm],
  ['a film without samples', 'video/mp4', Buffer.concat([brands, atom('moov', aTrack(1, 0))]), damagedFilm],
  ['a movie without tracks', 'video/mp4', filmOf(atom('moov')), empty],
  ['sound alone', 'video/mp4', aFilm({ tracks: [{ handler: 'soun', samples: ['s'] }] }), empty],
  ['a track of no pictures', 'video/mp4', aFilm({ tracks: [{ samples: [] }] }), empty],
  ['a track of nothing', 'video/mp4', filmOf(atom('moov', atom('trak'))), damagedFilm],
  ['two movies', 'video/mp4', Buffer.concat([film, film.subarray(36)]), damagedFilm],
  ['a movie within a movie', 'video/mp4', withTrack(nested('moov', 5_000)), 'taken'],
  ['tracks within tracks', 'video/mp4', withTrack(nested('trak', 5_000)), damagedFilm],
  ['long headers', 'video/mp4', filmOf(longAtom('moov', aTrack(1, 28, { samples: ['p'] }))), 'taken'],
  ['a length beyond all files', 'video/mp4', Buffer.concat([film, words(1), text('mdat'), words(-1, -1)]), damagedFilm],
  ['a long header of length 0', 'video/mp4', Buffer.concat([film, words(1), text('mdat'), words(0, 0)]), damagedFilm],
  ['samples to the end of the file', 'video/mp4', Buffer.concat([film, words(0), text('mdat'), text('more')]), 'taken'],
  ['an atom of length 0 in the movie', 'video/mp4', withTrack(words(0), text('udta')), damagedFilm],
  ['an atom of length 7', 'video/mp4', withTrack(words(7), text('udta')), damagedFilm],
  ['an atom longer than its parent', 'video/mp4', withTrack(words(99), text('udta')), damagedFilm],
  [
    'brands that hold a page',
    'video/mp4',
    Buffer.concat([atom('ftyp', 'isom', '<script>'.repeat(50)), film.subarray(20)]),
    damagedFilm,
  ],
  ['a million atoms', 'video/mp4', Buffer.concat([film, million(atom('free'))]), damagedFilm],
  ['a million atoms in the movie', 'video/mp4', withTrack(million(atom('free'))), damagedFilm],
  ['a million atoms in user data', 'video/mp4', withTrack(atom('udta', million(atom('\xa9xyz')))), 'taken'],
  ['a million places', 'video/mp4', withTrack(wildTrack(1_000_000)), damagedFilm],
  ['places all over the file', 'video/mp4', withTrack(wildTrack(50_000)), 'taken'],
  [
    'thirty thousand samples atoms',
    'video/mp4',
    Buffer.concat([withTrack(wildTrack(50_000)), ...Array(30_000).fill(samples)]),
    'taken',
  ],
  ['a table with more entries than bytes', 'video/mp4', brokenTable('stco'), damagedFilm],
  ['sizes with more entries than bytes', 'video/mp4', brokenTable('stsz'), damagedFilm],
]

test.each(corpus)('%s (%s) does no harm', async (_, type, bytes, expected) => {
  const { result, written, cpuSeconds } = await outcomeOf(bytes, type)

  expect(typeof result === 'string' ? result : 'taken').toBe(expected)
  expect(written).toBe(expected === 'taken' ? (type.startsWith('image') ? 2 : 1) : 0)
  expect(cpuSeconds).toBeLessThan(2)
})

test('a pixel bomb is refused before it is unpacked', async () => {
  expect((await outcomeOf(pixelBomb, 'image/png')).cpuSeconds).toBeLessThan(0.2)
})

test('a file of nothing, of one byte or of too many is refused', async () => {
  for (const type of types) {
    expect((await outcomeOf(Buffer.alloc(0), type)).result).toBe('This file is empty')
    expect((await outcomeOf(Buffer.alloc(1, 0xff), type)).result).toMatch(/^This file is not really/)
  }
  expect((await outcomeOf(Buffer.alloc(30_485_761), 'video/mp4')).result).toBe('This file is too large: at most 30MB')
})

test('a file that is cut off anywhere is refused, or was whole before the cut', async () => {
  for (const [type, whole] of real) {
    for (let part = 1; part < 20; part++) {
      const { result } = await outcomeOf(whole.subarray(0, Math.floor((whole.length * part) / 20)), type)

      if (!whole.includes('moof')) expect(result).toMatch(/^This (file|film|picture) is /)
    }
  }
})

test('random bytes are refused, whatever they begin with', async () => {
  const beginnings = [Buffer.alloc(0), ...real.map(([, whole]) => whole.subarray(0, 40))]
  const anything = fc.record({
    type: fc.constantFrom(...types),
    head: fc.constantFrom(...beginnings),
    tail: fc.uint8Array({ maxLength: 600 }),
  })
  await fc.assert(
    fc.asyncProperty(anything, async ({ type, head, tail }) => {
      const { result } = await outcomeOf(Buffer.concat([head, tail]), type)
      expect(result).toMatch(/^This (file|film|picture) /)
    }),
    { numRuns: 150 },
  )
})

test('a file with some bytes changed is taken or refused, and nothing else', async () => {
  const change = fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), value: fc.nat(255) })
  const changed = fc.record({
    file: fc.constantFrom(...real),
    changes: fc.array(change, { minLength: 1, maxLength: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(changed, async ({ file: [type, whole], changes }) => {
      const bytes = Buffer.from(whole)
      for (const { at, value } of changes) bytes[Math.floor(at * bytes.length)] = value
      const { cpuSeconds } = await outcomeOf(bytes, type)
      expect(cpuSeconds).toBeLessThan(2)
    }),
    { numRuns: 250 },
  )
})

function resized(bytes: Buffer, side: number): Buffer {
  const header = chunk('IHDR', Buffer.concat([words(side, side), bytes.subarray(24, 29)]))
  return Buffer.concat([bytes.subarray(0, 8), header, bytes.subarray(33)])
}

function reframed(bytes: Buffer, side: number): Buffer {
  const changed = Buffer.from(bytes)
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]))
  changed.writeUInt16BE(side, frame + 5)
  changed.writeUInt16BE(side, frame + 7)
  return changed
}

function bombTexts(): Buffer[] {
  const bomb = chunk('zTXt', Buffer.concat([text('a\0\0'), deflateSync(Buffer.alloc(20_000_000))]))
  return Array.from({ length: 300 }, () => bomb)
}

function nested(type: string, depth: number): Buffer {
  let inner = atom(type)
  for (let level = 0; level < depth; level++) inner = atom(type, inner)
  return inner
}

function brokenTable(type: string): Buffer {
  const bytes = aFilm({ tracks: [{ samples: ['pictures'] }, { handler: 'meta', samples: ['GPS'] }] })
  bytes.writeUInt32BE(0x7fffffff, bytes.lastIndexOf(type) + (type === 'stsz' ? 12 : 8))
  return bytes
}
