import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name))

export type Part = Buffer | string | number[]

/** A word per number, as nearly every field of a video is one. */
export const words = (...numbers: number[]): Buffer => table(numbers)

function table(numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, at * 4)
  return bytes
}

export const joined = (parts: Part[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

export function box(type: string, ...parts: Part[]): Buffer {
  const body = joined(parts)
  return Buffer.concat([words(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** The same box with its length written in 64 bits. */
export function longBox(type: string, ...parts: Part[]): Buffer {
  const body = joined(parts)
  return Buffer.concat([words(1), Buffer.from(type, 'latin1'), words(0, body.length + 16), body])
}

export type TrackOptions = {
  handler?: string
  name?: string
  format?: string
  samples?: string[]
  inTrack?: Buffer[]
  inDescription?: Buffer[]
  reference?: Buffer
  seconds?: number
  matrix?: number[]
}

const upright = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]

/** A track whose samples follow each other from `offset` on, one per chunk. */
export function aTrack(id: number, offset: number, wish: TrackOptions = {}): Buffer {
  const { handler = 'vide', samples = [], seconds = 0, matrix = upright } = wish
  let next = offset
  const offsets = samples.map((sample) => {
    next += sample.length
    return next - sample.length
  })
  const fields = handler === 'soun' ? 28 : handler === 'vide' ? 78 : 8
  const description = Buffer.alloc(fields)
  if (handler === 'vide') description.write('\x0aAcme Cam 9', 42, 'latin1')
  return box(
    'trak',
    box('tkhd', words(7, seconds, seconds, id, 0, 9, 0, 0, 0, 0, ...matrix, 1920 << 16, 1080 << 16)),
    box(
      'mdia',
      box('mdhd', words(0, seconds, seconds, 1000, 9, 0)),
      box('hdlr', words(0, 0), handler, words(0, 0, 0), `${wish.name ?? 'Acme Cam 9'}\0`),
      box(
        'minf',
        box('dinf', box('dref', words(0, 1), wish.reference ?? box('url ', words(1)))),
        box(
          'stbl',
          box('stsd', words(0, 1), box(wish.format ?? 'avc1', description, ...(wish.inDescription ?? []))),
          box('stts', words(0, 1, samples.length, 1)),
          box('stsc', words(0, 1, 1, 1, 1)),
          box('stsz', table([0, 0, samples.length].concat(samples.map((sample) => sample.length)))),
          box('stco', table([0, samples.length].concat(offsets))),
        ),
      ),
    ),
    ...(wish.inTrack ?? []),
  )
}

type VideoOptions = { brand?: string; tracks?: TrackOptions[]; inMovie?: Buffer[]; after?: Buffer[]; seconds?: number }

/** A video with its samples before its tables, so the tables can contain the sample offsets. */
export function aVideo({ brand = 'isom', tracks = [{ samples: ['pictures'] }], ...wish }: VideoOptions = {}): Buffer {
  const { seconds = 0, inMovie = [], after = [] } = wish
  const brands = box('ftyp', brand, words(512), brand)
  let next = brands.length + 8
  const made = tracks.map((track, index) => {
    const bytes = aTrack(index + 1, next, { seconds, ...track })
    next += (track.samples ?? []).join('').length
    return bytes
  })
  const header = box(
    'mvhd',
    words(0, seconds, seconds, 1000, 9, 0x10000, 0x1000000, 0, 0, ...upright),
    words(0, 0, 0, 0, 0, 0, 9),
  )
  const samples = box('mdat', tracks.flatMap((track) => track.samples ?? []).join(''))
  return Buffer.concat([brands, samples, box('moov', header, ...made, ...inMovie), ...after])
}
