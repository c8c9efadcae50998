import { type Box, type BoxCount, childrenOf, codeAt, damaged, erase, numberAt } from './boxes.ts'
import { codecOf } from './codec.ts'
import { removeMetadata, trackRules } from './metadata-rules.ts'
import { type SampleRange, sampleRangesOfTrack } from './sample-ranges.ts'

/** Collects facts of the tracks before their metadata is removed. */
export type Tracks = {
  kept: Set<number>
  /** File ranges of the samples of removed tracks. */
  emptied: SampleRange[]
  image: { trackId: number; width: number; height: number; hasSamples: boolean; codec: string } | undefined
}

export const noTracks = (): Tracks => ({ kept: new Set(), emptied: [], image: undefined })

/**
 * Keeps image and sound tracks only: phones, drones and action cameras write positions into the others (`mebx`, `gpmd`,
 * `camm`, subtitles).
 */
export function removeMetadataOfTrack(bytes: Buffer, track: Box, tracks: Tracks, count: BoxCount) {
  count.addTrack()
  const header = childrenOf(bytes, track, ['tkhd'], count)
  const handler = childrenOf(bytes, track, ['mdia', 'hdlr'], count)
  const table = childrenOf(bytes, track, ['mdia', 'minf', 'stbl'], count)
  if (!header || !handler || !table) throw damaged()

  const kind = codeAt(bytes, handler, 8)
  if (kind !== 'vide' && kind !== 'soun') {
    for (const place of sampleRangesOfTrack(bytes, table, count)) tracks.emptied.push(place)
    return erase(bytes, track)
  }
  const isLong = numberAt(bytes, header, 0, 1) === 1
  const trackId = numberAt(bytes, header, isLong ? 20 : 12, 4)
  tracks.kept.add(trackId)
  if (kind === 'vide') {
    const sizes = childrenOf(bytes, table, ['stsz'], count) ?? childrenOf(bytes, table, ['stz2'], count)
    const hasSamples = sizes !== undefined && numberAt(bytes, sizes, 8, 4) > 0
    const codec = codecOf(bytes, table, count)
    tracks.image ??= { trackId, hasSamples, codec, ...displaySize(bytes, header, isLong ? 52 : 40) }
  }
  removeMetadata(bytes, track, trackRules(kind), count)
}

function displaySize(bytes: Buffer, header: Box, matrix: number) {
  const width = numberAt(bytes, header, matrix + 36, 4) >>> 16
  const height = numberAt(bytes, header, matrix + 40, 4) >>> 16
  // The first row of the matrix is the direction of "right": straight down for a camera held upright.
  const isOnItsSide = numberAt(bytes, header, matrix, 4) === 0 && numberAt(bytes, header, matrix + 4, 4) !== 0
  return isOnItsSide ? { width: height, height: width } : { width, height }
}
