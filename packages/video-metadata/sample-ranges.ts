import { type Box, type BoxCount, boxesIn, childrenOf, damaged, numberAt } from './boxes.ts'

export type SampleRange = { start: number; end: number }

/** File ranges of a track's samples, chunk by chunk, from its sample table. */
export function sampleRangesOfTrack(bytes: Buffer, table: Box, count: BoxCount): SampleRange[] {
  const find = (type: string) => childrenOf(bytes, table, [type], count)
  const long = find('co64')
  const offsets = long ?? find('stco')
  const chunks = offsets ? entriesOf(bytes, offsets, 4, long ? 8 : 4) : 0
  if (!offsets || chunks === 0) return []
  count.add(chunks)
  const samplesInChunk = chunkSizes(bytes, find('stsc'))
  const bytesOf = sampleSizes(bytes, find('stsz') ?? find('stz2'))

  return Array.from({ length: chunks }, (_, chunk) => {
    const start = numberAt(bytes, offsets, 8 + chunk * (long ? 8 : 4), long ? 8 : 4)
    return { start, end: start + bytesOf(samplesInChunk(chunk + 1)) }
  })
}

/** Forward-only reader: request the chunks in order, from 1. */
function chunkSizes(bytes: Buffer, runs: Box | undefined): (chunk: number) => number {
  if (!runs) throw damaged()
  const length = entriesOf(bytes, runs, 4, 12)
  const firstChunkOf = (run: number) => numberAt(bytes, runs, 8 + run * 12, 4)
  let run = 0
  return (chunk) => {
    while (run + 1 < length && firstChunkOf(run + 1) <= chunk) run++
    return length === 0 ? 0 : numberAt(bytes, runs, 12 + run * 12, 4)
  }
}

/** Forward-only reader: returns the total size of the next `samples` samples. */
function sampleSizes(bytes: Buffer, sizes: Box | undefined): (samples: number) => number {
  if (!sizes) throw damaged()
  const isCompact = sizes.type === 'stz2'
  const same = isCompact ? 0 : numberAt(bytes, sizes, 4, 4)
  if (same > 0) return (samples) => samples * same
  const bits = isCompact ? numberAt(bytes, sizes, 7, 1) : 32
  if (![4, 8, 16, 32].includes(bits)) throw damaged()
  const length = entriesOf(bytes, sizes, 8, bits / 8)
  const sizeOf = (sample: number) => {
    if (bits >= 8) return numberAt(bytes, sizes, 12 + (sample * bits) / 8, bits === 8 ? 1 : bits === 16 ? 2 : 4)
    const pair = numberAt(bytes, sizes, 12 + (sample >> 1), 1)
    return sample % 2 === 0 ? pair >> 4 : pair & 15
  }
  let next = 0
  return (samples) => {
    let total = 0
    for (const end = Math.min(length, next + samples); next < end; next++) total += sizeOf(next)
    return total
  }
}

/** The number of entries in a table; throws unless the table has room for them. */
export function entriesOf(bytes: Buffer, table: Box, offset: number, entrySize: number): number {
  const entries = numberAt(bytes, table, offset, 4)
  if (entries * entrySize > table.end - table.body - offset - 4) throw damaged()
  return entries
}

type Fragment = { trackId: number; places: SampleRange[]; end: number }

/** File ranges of the samples of one track fragment. `follows` is the end of the previous fragment's samples. */
export function sampleRangesOfFragment(
  bytes: Buffer,
  fragment: Box,
  { moof, follows, defaultSizes }: { moof: number; follows: number; defaultSizes: Map<number, number> },
  count: BoxCount,
): Fragment {
  const header = childrenOf(bytes, fragment, ['tfhd'], count)
  if (!header) throw damaged()
  const flags = numberAt(bytes, header, 0, 4)
  const trackId = numberAt(bytes, header, 4, 4)
  const base = flags & 0x1 ? numberAt(bytes, header, 8, 8) : flags & 0x20000 ? moof : follows
  const sizeAt = 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0) + (flags & 0x8 ? 4 : 0)
  const size = flags & 0x10 ? numberAt(bytes, header, sizeAt, 4) : (defaultSizes.get(trackId) ?? 0)

  const places: SampleRange[] = []
  let end = base
  for (const run of boxesIn(bytes, fragment.body, fragment.end, count)) {
    if (run.type !== 'trun') continue
    const place = sampleRangeOfRun(bytes, run, { base, follows: end, size })
    places.push(place)
    end = place.end
  }
  return { trackId, places, end }
}

function sampleRangeOfRun(bytes: Buffer, run: Box, from: { base: number; follows: number; size: number }): SampleRange {
  const flags = numberAt(bytes, run, 0, 4)
  const samples = numberAt(bytes, run, 4, 4)
  const start = flags & 0x1 ? from.base + (numberAt(bytes, run, 8, 4) | 0) : from.follows
  if (!(flags & 0x200)) return { start, end: start + samples * from.size }
  const first = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
  const sizeAt = flags & 0x100 ? 4 : 0
  const step = 4 + sizeAt + (flags & 0x400 ? 4 : 0) + (flags & 0x800 ? 4 : 0)
  let end = start
  for (let sample = 0; sample < samples; sample++) end += numberAt(bytes, run, first + sample * step + sizeAt, 4)
  return { start, end }
}

/** Clips `places` to `bounds`; the result is sorted and without overlaps, as `bounds` must be. */
export function within(places: SampleRange[], bounds: SampleRange[]): SampleRange[] {
  const clipped: SampleRange[] = []
  let at = 0
  for (const place of mergeRanges(places)) {
    while (at < bounds.length) {
      const bound = bounds[at] ?? place
      const part = { start: Math.max(place.start, bound.start), end: Math.min(place.end, bound.end) }
      if (part.end > part.start) clipped.push(part)
      // The bound may overlap the next place too, so skip only bounds that end before this one.
      if (bound.end > place.end) break
      at++
    }
  }
  return clipped
}

function mergeRanges(places: SampleRange[]): SampleRange[] {
  const together: SampleRange[] = []
  for (const place of places.sort((a, b) => a.start - b.start)) {
    const last = together.at(-1)
    if (last && place.start <= last.end) last.end = Math.max(last.end, place.end)
    else together.push({ ...place })
  }
  return together
}
