import { type Atom, type AtomCount, below, codeAt, damaged, erase, numberAt } from './atoms.ts'
import { codecOf } from './codec.ts'
import { scrub, trackRules } from './rules.ts'
import { type Place, placesOfTrack } from './sample-places.ts'

/** What the tracks of a film told before they were scrubbed. */
export type Tracks = {
  kept: Set<number>
  /** Where the samples of the tracks that went lie. */
  emptied: Place[]
  picture: { trackId: number; width: number; height: number; hasSamples: boolean; codec: string } | undefined
}

export const noTracks = (): Tracks => ({ kept: new Set(), emptied: [], picture: undefined })

/**
 * A film is pictures and sound. Every other track goes, because that is where phones, drones and action cameras write
 * the way they took: `mebx`, `gpmd`, `camm`, even subtitles.
 */
export function scrubTrack(bytes: Buffer, track: Atom, tracks: Tracks, count: AtomCount) {
  count.addTrack()
  const header = below(bytes, track, ['tkhd'], count)
  const handler = below(bytes, track, ['mdia', 'hdlr'], count)
  const table = below(bytes, track, ['mdia', 'minf', 'stbl'], count)
  if (!header || !handler || !table) throw damaged()

  const kind = codeAt(bytes, handler, 8)
  if (kind !== 'vide' && kind !== 'soun') {
    for (const place of placesOfTrack(bytes, table, count)) tracks.emptied.push(place)
    return erase(bytes, track)
  }
  const isLong = numberAt(bytes, header, 0, 1) === 1
  const trackId = numberAt(bytes, header, isLong ? 20 : 12, 4)
  tracks.kept.add(trackId)
  if (kind === 'vide') {
    const sizes = below(bytes, table, ['stsz'], count) ?? below(bytes, table, ['stz2'], count)
    const hasSamples = sizes !== undefined && numberAt(bytes, sizes, 8, 4) > 0
    const codec = codecOf(bytes, table, count)
    tracks.picture ??= { trackId, hasSamples, codec, ...shownSize(bytes, header, isLong ? 52 : 40) }
  }
  scrub(bytes, track, trackRules(kind), count)
}

function shownSize(bytes: Buffer, header: Atom, matrix: number) {
  const width = numberAt(bytes, header, matrix + 36, 4) >>> 16
  const height = numberAt(bytes, header, matrix + 40, 4) >>> 16
  // The first row of the matrix says where "to the right" goes: straight down when the camera was held upright.
  const isOnItsSide = numberAt(bytes, header, matrix, 4) === 0 && numberAt(bytes, header, matrix + 4, 4) !== 0
  return isOnItsSide ? { width: height, height: width } : { width, height }
}
