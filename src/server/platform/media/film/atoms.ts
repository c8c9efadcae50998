import { MediaFault } from '../media-fault.ts'

/** One box of a film: `start` is its header, `body` what it holds. Positions count within the bytes it was read from. */
export type Atom = { type: string; start: number; body: number; end: number }

export const damaged = () => new MediaFault('This video is damaged')

// Cameras write some hundred atoms, in fragments some thousand, and fewer than ten tracks.
const maxAtoms = 100_000
const maxTracks = 100

/** Bounds the work that one file can ask for. */
export class AtomCount {
  #left = maxAtoms
  #tracksLeft = maxTracks

  add(more = 1) {
    this.#left -= more
    if (this.#left < 0) throw damaged()
  }

  addTrack() {
    if (--this.#tracksLeft < 0) throw damaged()
  }
}

/** Nothing when there is no whole atom before `limit`. `header` needs no more than its first 16 bytes. */
export function atomAt(header: Buffer, at: number, limit: number): Atom | undefined {
  if (header.length < 8 || limit - at < 8) return undefined
  const type = header.toString('latin1', 4, 8)
  const short = header.readUInt32BE(0)
  if (short !== 1)
    return short >= 8 && short <= limit - at ? { type, start: at, body: at + 8, end: at + short } : undefined
  if (header.length < 16) return undefined
  // Beyond 2^53 this is no longer exact, and no longer matters: no file reaches that far.
  const long = Number(header.readBigUInt64BE(8))
  return long >= 16 && long <= limit - at ? { type, start: at, body: at + 16, end: at + long } : undefined
}

/** The atoms between two positions, which have to fill them; less than a header may be left over, as QuickTime does. */
export function* atomsIn(bytes: Buffer, from: number, to: number, count: AtomCount): Generator<Atom> {
  let at = from
  while (to - at >= 8) {
    const atom = atomAt(bytes.subarray(at, at + 16), at, to)
    if (!atom) throw damaged()
    count.add()
    yield atom
    at = atom.end
  }
}

/** The first atom on this path of names below another one. */
export function below(bytes: Buffer, atom: Atom, path: string[], count: AtomCount): Atom | undefined {
  let found: Atom | undefined = atom
  for (const type of path) {
    if (!found) return undefined
    found = firstOf(bytes, found, type, count)
  }
  return found
}

function firstOf(bytes: Buffer, parent: Atom, type: string, count: AtomCount): Atom | undefined {
  for (const atom of atomsIn(bytes, parent.body, parent.end, count)) if (atom.type === type) return atom
  return undefined
}

/** Empties an atom where it stands: sample tables point at places in the file, so nothing may move. */
export function erase(bytes: Buffer, atom: Atom) {
  bytes.write('free', atom.start + 4, 'latin1')
  bytes.fill(0, atom.body, atom.end)
}

/** A number of `size` bytes in an atom's body; a body that is too short for it is a damaged film. */
export function numberAt(bytes: Buffer, atom: Atom, offset: number, size: 1 | 2 | 4 | 8): number {
  const at = atom.body + offset
  if (at + size > atom.end) throw damaged()
  return size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size)
}

/** A four-letter code in an atom's body. */
export function codeAt(bytes: Buffer, atom: Atom, offset: number): string {
  if (atom.body + offset + 4 > atom.end) throw damaged()
  return bytes.toString('latin1', atom.body + offset, atom.body + offset + 4)
}
