import { type FileHandle, open } from 'node:fs/promises'
import { type Box, BoxCount, boxAt, boxesIn, childrenOf, damaged, erase, numberAt } from './boxes.ts'
import { copyWithEdits, type Edit, readFully } from './copy-with-edits.ts'
import { InvalidVideo } from './invalid-video.ts'
import { fragmentRules, movieRules, removeMetadata, trackFragmentRules } from './metadata-rules.ts'
import { readBoxes } from './read-boxes.ts'
import { sampleRangesOfFragment, within } from './sample-ranges.ts'
import { videoTime } from './time.ts'
import { noTracks, removeMetadataOfTrack, type Tracks } from './tracks.ts'

export { InvalidVideo }

type VideoFacts = { width: number | null; height: number | null; capturedAt: string | null; videoCodec: string }

// Boxes with places and sizes that a player needs besides `moov` and `moof`, without personal metadata.
const keptUnchanged = new Set(['ftyp', 'styp', 'mdat', 'sidx', 'ssix', 'mfra', 'pdin'])

/**
 * Copies a video without metadata of place, time and device. Images and sound stay bit for bit, with the encoder's SEI
 * user data. Rejects with `InvalidVideo` for an unreadable file.
 */
export async function removeVideoMetadata(file: string, into: string): Promise<VideoFacts> {
  const source = await open(file, 'r')
  try {
    const count = new BoxCount()
    const { boxes, movie, end } = await readBoxes(source, (await source.stat()).size, count)
    const header = await load(source, movie)
    const capturedAt = videoTime(header.bytes, header.box, count)
    const defaultSizes = defaultSampleSizes(header.bytes, header.box, count)
    const tracks = removeMetadataOfMovie(header.bytes, header.box, count)
    const edits: Edit[] = [{ ...movie, bytes: header.bytes }]
    for (const moof of boxes.filter(({ type }) => type === 'moof')) {
      const { bytes, box } = await load(source, moof)
      removeMetadataOfFragment(bytes, box, { at: moof.start, tracks, defaultSizes }, count)
      edits.push({ ...moof, bytes })
    }
    if (!tracks.image?.hasSamples) throw new InvalidVideo('This video has no images in it')

    const samples = boxes.filter(({ type }) => type === 'mdat').map((box) => ({ start: box.body, end: box.end }))
    const all = edits.concat(within(tracks.emptied, samples), boxes.flatMap(withoutContent))
    await copyWithEdits(source, into, end, all)
    const { width, height, codec } = tracks.image
    return { width: width || null, height: height || null, capturedAt, videoCodec: codec }
  } finally {
    await source.close()
  }
}

/** A box with its bytes; positions count from its start. */
async function load(source: FileHandle, { start, end }: Box): Promise<{ bytes: Buffer; box: Box }> {
  const bytes = await readFully(source, Buffer.alloc(end - start), start)
  const box = boxAt(bytes, 0, bytes.length)
  if (!box) throw damaged()
  return { bytes, box }
}

function removeMetadataOfMovie(bytes: Buffer, movie: Box, count: BoxCount): Tracks {
  const tracks = noTracks()
  removeMetadata(
    bytes,
    movie,
    { ...movieRules, trak: (_, track) => removeMetadataOfTrack(bytes, track, tracks, count) },
    count,
  )
  return tracks
}

function defaultSampleSizes(bytes: Buffer, movie: Box, count: BoxCount): Map<number, number> {
  const sizes = new Map<number, number>()
  const extended = childrenOf(bytes, movie, ['mvex'], count)
  if (!extended) return sizes
  for (const box of boxesIn(bytes, extended.body, extended.end, count)) {
    if (box.type === 'trex') sizes.set(numberAt(bytes, box, 4, 4), numberAt(bytes, box, 16, 4))
  }
  return sizes
}

type Whole = { at: number; tracks: Tracks; defaultSizes: Map<number, number> }

function removeMetadataOfFragment(bytes: Buffer, moof: Box, { at, tracks, defaultSizes }: Whole, count: BoxCount) {
  let follows = at
  const scrubTrackFragment = (_: Buffer, box: Box) => {
    const fragment = sampleRangesOfFragment(bytes, box, { moof: at, follows, defaultSizes }, count)
    follows = fragment.end
    if (tracks.kept.has(fragment.trackId)) {
      if (tracks.image?.trackId === fragment.trackId) tracks.image.hasSamples = true
      return removeMetadata(bytes, box, trackFragmentRules, count)
    }
    for (const place of fragment.places) tracks.emptied.push(place)
    erase(bytes, box)
  }
  removeMetadata(bytes, moof, { ...fragmentRules, traf: scrubTrackFragment }, count)
}

/** Renames and empties a box in place, except the kept ones and those with edits of their content. */
function withoutContent(box: Box): Edit[] {
  if (keptUnchanged.has(box.type) || box.type === 'moov' || box.type === 'moof') return []
  const name = { start: box.start + 4, end: box.start + 8, bytes: Buffer.from('free') }
  return [name, { start: box.body, end: box.end }]
}
