import type { FileHandle } from 'node:fs/promises'
import { type Atom, type AtomCount, atomAt, damaged } from './atoms.ts'

const essential = new Set(['mdat', 'moov', 'moof'])
const longestBrands = 256

/** The outermost atoms, and where the last whole one ends: what was glued on behind it is no part of the film. */
export async function outline(source: FileHandle, size: number, count: AtomCount) {
  const read = windowOn(source)
  const atoms: Atom[] = []
  let end = 0
  while (end < size) {
    const atom = openEnded(await read(end, 16), end, size)
    if (!atom) break
    count.add()
    atoms.push(atom)
    end = atom.end
  }

  const [brands] = atoms
  if (brands?.type !== 'ftyp' || brands.end > longestBrands) throw damaged()
  const movies = atoms.filter(({ type }) => type === 'moov')
  const [movie] = movies
  if (!movie || movies.length > 1 || !atoms.some(({ type }) => type === 'mdat')) throw damaged()
  return { atoms, movie, end }
}

/** The samples may go on to the end of the file without saying how long they are; anything else may not be cut short. */
function openEnded(header: Buffer, at: number, size: number): Atom | undefined {
  const atom = atomAt(header, at, size)
  if (atom || header.length < 8) return atom
  const type = header.toString('latin1', 4, 8)
  if (type === 'mdat' && header.readUInt32BE(0) === 0) return { type, start: at, body: at + 8, end: size }
  if (essential.has(type)) throw damaged()
  return undefined
}

// Asking the disk for every header alone would take seconds for a film of tiny atoms.
function windowOn(source: FileHandle) {
  const window = Buffer.alloc(4096)
  let start = 0
  let length = 0
  return async (at: number, wanted: number): Promise<Buffer> => {
    if (at < start || at + wanted > start + length) {
      start = at
      length = (await source.read(window, 0, window.length, at)).bytesRead
    }
    return window.subarray(at - start, Math.min(at - start + wanted, length))
  }
}
