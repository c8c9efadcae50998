import { type FileHandle, open } from 'node:fs/promises'
import { type Atom, AtomCount, atomAt, atomsIn, below, damaged, erase, numberAt } from './film/atoms.ts'
import { copyWithEdits, type Edit, readFully } from './film/copy-with-edits.ts'
import { outline } from './film/outline.ts'
import { fragmentRules, movieRules, scrub, trackFragmentRules } from './film/rules.ts'
import { placesOfFragment, within } from './film/sample-places.ts'
import { filmTime } from './film/time.ts'
import { noTracks, scrubTrack, type Tracks } from './film/tracks.ts'
import { MediaFault } from './media-fault.ts'

type Shown = { width: number | null; height: number | null; capturedAt: string | null; videoCodec: string }

// What a player needs besides `moov` and `moof`: places and sizes, nothing that tells a story.
const keptAsTheyAre = new Set(['ftyp', 'styp', 'mdat', 'sidx', 'ssix', 'mfra', 'pdin'])

/**
 * Copies a film without what tells where, when and with what it was taken. Pictures and sound stay as they are, bit for
 * bit, and so does what an encoder wrote into their stream (SEI user data): taking that out would mean encoding anew.
 */
export async function cleanFilm(file: string, into: string): Promise<Shown> {
  const source = await open(file, 'r')
  try {
    const count = new AtomCount()
    const { atoms, movie, end } = await outline(source, (await source.stat()).size, count)
    const header = await load(source, movie)
    const capturedAt = filmTime(header.bytes, header.atom, count)
    const defaultSizes = defaultSampleSizes(header.bytes, header.atom, count)
    const tracks = scrubMovie(header.bytes, header.atom, count)
    const edits: Edit[] = [{ ...movie, bytes: header.bytes }]
    for (const moof of atoms.filter(({ type }) => type === 'moof')) {
      const { bytes, atom } = await load(source, moof)
      scrubFragment(bytes, atom, { at: moof.start, tracks, defaultSizes }, count)
      edits.push({ ...moof, bytes })
    }
    if (!tracks.picture?.hasSamples) throw new MediaFault('This video has no images in it')

    const samples = atoms.filter(({ type }) => type === 'mdat').map((atom) => ({ start: atom.body, end: atom.end }))
    const all = edits.concat(within(tracks.emptied, samples), atoms.flatMap(withoutContent))
    await copyWithEdits(source, into, end, all)
    const { width, height, codec } = tracks.picture
    return { width: width || null, height: height || null, capturedAt, videoCodec: codec }
  } finally {
    await source.close()
  }
}

/** An atom with its bytes, positions counted from its own start. */
async function load(source: FileHandle, { start, end }: Atom): Promise<{ bytes: Buffer; atom: Atom }> {
  const bytes = await readFully(source, Buffer.alloc(end - start), start)
  const atom = atomAt(bytes, 0, bytes.length)
  if (!atom) throw damaged()
  return { bytes, atom }
}

function scrubMovie(bytes: Buffer, movie: Atom, count: AtomCount): Tracks {
  const tracks = noTracks()
  scrub(bytes, movie, { ...movieRules, trak: (_, track) => scrubTrack(bytes, track, tracks, count) }, count)
  return tracks
}

function defaultSampleSizes(bytes: Buffer, movie: Atom, count: AtomCount): Map<number, number> {
  const sizes = new Map<number, number>()
  const extended = below(bytes, movie, ['mvex'], count)
  if (!extended) return sizes
  for (const atom of atomsIn(bytes, extended.body, extended.end, count)) {
    if (atom.type === 'trex') sizes.set(numberAt(bytes, atom, 4, 4), numberAt(bytes, atom, 16, 4))
  }
  return sizes
}

type Whole = { at: number; tracks: Tracks; defaultSizes: Map<number, number> }

function scrubFragment(bytes: Buffer, moof: Atom, { at, tracks, defaultSizes }: Whole, count: AtomCount) {
  let follows = at
  const scrubTrackFragment = (_: Buffer, atom: Atom) => {
    const fragment = placesOfFragment(bytes, atom, { moof: at, follows, defaultSizes }, count)
    follows = fragment.end
    if (tracks.kept.has(fragment.trackId)) {
      if (tracks.picture?.trackId === fragment.trackId) tracks.picture.hasSamples = true
      return scrub(bytes, atom, trackFragmentRules, count)
    }
    for (const place of fragment.places) tracks.emptied.push(place)
    erase(bytes, atom)
  }
  scrub(bytes, moof, { ...fragmentRules, traf: scrubTrackFragment }, count)
}

/** Renamed and emptied where it stands, unless it is one of ours or was edited already. */
function withoutContent(atom: Atom): Edit[] {
  if (keptAsTheyAre.has(atom.type) || atom.type === 'moov' || atom.type === 'moof') return []
  const name = { start: atom.start + 4, end: atom.start + 8, bytes: Buffer.from('free') }
  return [name, { start: atom.body, end: atom.end }]
}
