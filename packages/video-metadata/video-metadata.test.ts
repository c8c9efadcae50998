import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeVideoMetadata } from './index.ts'
import { aVideo, box, fixture, longBox, words } from './testing.ts'

/** What is known about these bytes, and the copy of them. */
async function cleaned(video: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'video-metadata-'))
  const [file, copy] = [join(folder, 'video'), join(folder, 'copy')]
  try {
    writeFileSync(file, video)
    return { ...(await removeVideoMetadata(file, copy)), bytes: readFileSync(copy) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const secrets = ['12.524', '+12.', '70.02', 'SERIAL', 'Owner', 'Acme', 'Handler', 'GPS', 'Lavf', 'apple']
const told = (bytes: Buffer) => secrets.filter((secret) => bytes.includes(secret))

/** What was in the places that are different now, in order. */
function removed(before: Buffer, after: Buffer): string {
  return [...before].map((byte, at) => (byte === after[at] ? '' : String.fromCharCode(byte))).join('')
}

const samplesOf = (video: Buffer) => {
  const at = video.indexOf('mdat')
  return video.subarray(at + 4, at - 4 + video.readUInt32BE(at - 4))
}
const in1904 = (time: string) => Date.parse(time) / 1000 + 2_082_844_800

// Made with ffmpeg 5.1 and exiftool 12.57. Their cleaned copies were played with ffmpeg: no warning, every frame the same.
test('a real video from a phone loses place, device and owner and keeps its images and sound', async () => {
  const video = fixture('phone.mp4')
  expect(told(video)).toEqual(expect.arrayContaining(['+12.', 'SERIAL', 'Owner', 'Acme']))

  const { bytes, ...facts } = await cleaned(video)

  expect(told(bytes)).toEqual([])
  expect(facts).toMatchObject({ width: 96, height: 64, capturedAt: '2026-05-03T14:11:12Z' })
  expect(bytes).toHaveLength(video.length)
  expect(samplesOf(bytes).equals(samplesOf(video))).toBe(true)
})

test('a video that was taken upright stays upright', async () => {
  const video = fixture('upright.mov')
  const matrixOf = (bytes: Buffer) => bytes.subarray(bytes.indexOf('tkhd') + 44, bytes.indexOf('tkhd') + 80)

  const { bytes, ...facts } = await cleaned(video)

  expect(told(bytes)).toEqual([])
  expect(facts).toMatchObject({ width: 64, height: 96, capturedAt: '2026-05-03T14:12:00Z' })
  expect(matrixOf(bytes).equals(matrixOf(video))).toBe(true)
  expect(samplesOf(bytes).equals(samplesOf(video))).toBe(true)
})

test('the way of a drone, written as subtitles, is gone', async () => {
  const video = fixture('drone.mp4')

  const { bytes } = await cleaned(video)

  expect(told(bytes)).toEqual([])
  expect(removed(samplesOf(video), samplesOf(bytes))).toMatch(/^.?.?GPS\(12.5246,-70.0270\).+SERIAL-4711[^a-z]{0,8}$/)
})

test('so it is in a video of many fragments', async () => {
  const video = fixture('fragments.mp4')

  const { bytes } = await cleaned(video)

  expect(told(bytes)).toEqual([])
  expect(removed(samplesOf(video), samplesOf(bytes))).toMatch(/^.?.?GPS\(12.5246,-70.0270\).+SERIAL-4711[^a-z]{0,8}$/)
  expect(bytes.includes('trun')).toBe(true)
})

const place = '+12.5246-070.0270/'
const locationKeys = box(
  'meta',
  box('hdlr', words(0, 0), 'mdta', words(0, 0, 0, 0)),
  box('keys', words(0, 1), box('mdta', 'com.apple.quicktime.location.ISO6709')),
  box('ilst', words(), box('\0\0\0\x01', box('data', words(1, 0), place))),
)
const xmp = box(
  'uuid',
  Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'),
  '<x:xmpmeta>Owner SERIAL 12.5246</x:xmpmeta>',
)

test.each([
  ['©xyz', { inMovie: [box('udta', box('\xa9xyz', [0, 18, 0x15, 0xc7], place), words(0))] }],
  ['loci', { inMovie: [box('udta', box('loci', words(0), 'GPS 12.5246 70.0270'))] }],
  ['the keys of an iPhone', { inMovie: [locationKeys] }],
  ['keys of a track', { tracks: [{ samples: ['pictures'], inTrack: [locationKeys] }] }],
  ['user data of a track', { tracks: [{ samples: ['pictures'], inTrack: [box('udta', box('name', 'Owner'))] }] }],
  ['XMP in the video', { after: [xmp] }],
  ['XMP in the movie', { inMovie: [xmp] }],
  ['XMP with a long header', { after: [longBox('uuid', 'GPS 12.5246')] }],
  ['keys beside the movie', { after: [locationKeys] }],
  ['filling', { after: [box('free', 'GPS 12.5246'), box('skip', 'Owner'), box('wide', 'SERIAL')] }],
  ['filling in the movie', { inMovie: [box('free', 'GPS 12.5246')] }],
  ['an invention of a maker', { after: [box('sefd', 'Acme SERIAL')], inMovie: [box('gps ', place)] }],
  ['the name of a handler', { tracks: [{ samples: ['pictures'], name: 'Acme Phone of the Owner' }] }],
  ['a file on a computer', { tracks: [{ samples: ['pictures'], reference: box('alis', words(0), 'Owner:Acme.mov') }] }],
  ['a description', { tracks: [{ samples: ['pictures'], inDescription: [box('avcC', 'x'), box('uuid', 'SERIAL')] }] }],
  ['a colour profile', { tracks: [{ samples: ['pictures'], inDescription: [box('colr', 'profAcme')] }] }],
  ['less than an box', { inMovie: [Buffer.from('GPS+12.')] }],
  ['a page behind the end', { after: [Buffer.from('<html><script>GPS(12.5246)</script>')] }],
  ['an archive behind the end', { after: [Buffer.from('PK\x03\x04Owner SERIAL')] }],
])('%s tells nothing any more', async (_, wish) => {
  const video = aVideo(wish)

  const { bytes } = await cleaned(video)

  expect(told(bytes)).toEqual([])
  expect(samplesOf(bytes).toString()).toBe('pictures')
  expect(bytes.subarray(0, 24).equals(video.subarray(0, 24))).toBe(true)
})

test.each([
  ['meta', 'mebx'],
  ['meta', 'gpmd'],
  ['camm', 'camm'],
  ['text', 'text'],
  ['tmcd', 'tmcd'],
])('a track of %s (%s) goes with its samples, between images and sound that stay', async (handler, format) => {
  const video = aVideo({
    tracks: [
      { samples: ['picture1', 'picture2'] },
      { handler, format, samples: ['GPS 12.5246', ' 70.0270', 'Owner'] },
      { handler: 'soun', format: 'mp4a', samples: ['sounds'] },
    ],
  })

  const { bytes } = await cleaned(video)

  expect(told(bytes)).toEqual([])
  expect(samplesOf(bytes).toString()).toBe(`picture1picture2${'\0'.repeat(24)}sounds`)
  expect(bytes.includes(format)).toBe(false)
})

test('decoders keep what they need', async () => {
  const inDescription = [box('avcC', 'config'), box('pasp', words(1, 1)), box('colr', 'nclx', words(1)), words(0)]
  const video = aVideo({ brand: 'qt  ', tracks: [{ samples: ['pictures'], inDescription }] })

  const { bytes } = await cleaned(video)

  for (const kept of inDescription) expect(bytes.includes(kept)).toBe(true)
})

test('when a video was taken is told to us and no longer by the video', async () => {
  const seconds = in1904('2026-05-03T10:11:12Z')
  const video = aVideo({ seconds })

  const { bytes, capturedAt } = await cleaned(video)

  expect(video.includes(words(seconds))).toBe(true)
  expect(bytes.includes(words(seconds))).toBe(false)
  expect(capturedAt).toBe('2026-05-03T10:11:12Z')
})

test('the local time of an iPhone is preferred', async () => {
  const meta = box('meta', box('keys', 'mdtacom.apple.quicktime.creationdate'), box('ilst', '2026-05-03T10:11:12-0400'))

  const { capturedAt } = await cleaned(aVideo({ seconds: in1904('2026-06-01'), inMovie: [meta] }))

  expect(capturedAt).toBe('2026-05-03T10:11:12-04:00')
})

test('a clock that was never set tells no time', async () => {
  expect((await cleaned(aVideo())).capturedAt).toBeNull()
  expect((await cleaned(aVideo({ seconds: in1904('1970-01-01') }))).capturedAt).toBeNull()
})

test.each([
  ['avc1', 'h264'],
  ['hvc1', 'hevc'],
  ['hev1', 'hevc'],
  ['dvh1', 'hevc'],
  ['av01', 'av1'],
  ['toString', 'unknown'],
  ['\0\0\0\0', 'unknown'],
])('the codec of a track described as %j is %s', async (format, codec) => {
  const video = aVideo({
    tracks: [
      { handler: 'soun', format: 'mp4a', samples: ['s'] },
      { format: format.slice(0, 4), samples: ['p'] },
    ],
  })

  expect((await cleaned(video)).videoCodec).toBe(codec)
})
