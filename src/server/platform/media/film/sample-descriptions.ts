import { type Atom, type AtomCount, atomAt, atomsIn, damaged, erase } from './atoms.ts'

// How to decode: configurations, sizes and colours of the codecs that phones, cameras and browsers know.
const decoderAtoms = new Set([
  ...['avcC', 'hvcC', 'lhvC', 'vvcC', 'av1C', 'vpcC', 'dvcC', 'dvvC', 'd263', 'glbl', 'mjqt', 'mjht', 'gama', 'fiel'],
  ...['esds', 'wave', 'chan', 'chnl', 'alac', 'dOps', 'dac3', 'dec3', 'dfLa', 'damr', 'srat', 'pcmC'],
  ...['colr', 'pasp', 'clap', 'btrt', 'bitr', 'ccst', 'mdcv', 'clli', 'SmDm', 'CoLL'],
])

// Sound comes in versions, and the two standards do not agree on which has how many fields before its atoms.
const fieldsBefore = { vide: [78], soun: [28, 44, 64] }

/** Sample descriptions name the encoder and its vendor, and may carry atoms of their own. */
export function scrubSampleDescriptions(kind: 'vide' | 'soun', bytes: Buffer, descriptions: Atom, count: AtomCount) {
  if (descriptions.end - descriptions.body < 8) throw damaged()
  for (const { body, end } of atomsIn(bytes, descriptions.body + 8, descriptions.end, count)) {
    if (end - body < Math.min(...fieldsBefore[kind])) throw damaged()
    bytes.fill(0, body + 12, body + 16)
    if (kind === 'vide') bytes.fill(0, body + 42, body + 74)
    for (const fields of fieldsBefore[kind]) {
      const endOfAtoms = wholeAtoms(bytes, body + fields, end)
      if (endOfAtoms === undefined) continue
      scrubAtoms(bytes, body + fields, endOfAtoms, count)
      break
    }
  }
}

function scrubAtoms(bytes: Buffer, from: number, to: number, count: AtomCount) {
  for (const atom of atomsIn(bytes, from, to, count)) {
    const isProfile = atom.type === 'colr' && bytes.toString('latin1', atom.body, atom.body + 3) !== 'ncl'
    if (!decoderAtoms.has(atom.type) || isProfile) erase(bytes, atom)
  }
}

/** Where a list of whole atoms ends; QuickTime puts a zero behind it. Nothing when there is no such list. */
function wholeAtoms(bytes: Buffer, from: number, limit: number): number | undefined {
  let at = from
  for (let atoms = 0; atoms < 50 && at <= limit; atoms++) {
    const atom = atomAt(bytes.subarray(at, at + 16), at, limit)
    if (!atom) return limit - at <= 8 && bytes.subarray(at, limit).every((byte) => byte === 0) ? at : undefined
    at = atom.end
  }
  return undefined
}
