import { type Atom, type AtomCount, atomsIn, damaged, erase, numberAt } from './atoms.ts'
import { scrubSampleDescriptions } from './sample-descriptions.ts'

export type Scrub = (bytes: Buffer, atom: Atom, count: AtomCount) => void
/** What may stay: an atom that is not named is emptied, so nobody has to know every maker's inventions. */
export type Rules = { [type: string]: Rules | Scrub }

const keep: Scrub = () => {}

// Version, flags, then both times: four bytes each, in version 1 eight.
const scrubTimes: Scrub = (bytes, atom) => {
  const times = numberAt(bytes, atom, 0, 1) === 1 ? 16 : 8
  bytes.fill(0, atom.body + 4, Math.min(atom.body + 4 + times, atom.end))
}

// Behind the handler's type come its maker and a name such as "GoPro AVC".
const scrubHandler: Scrub = (bytes, atom) => {
  bytes.fill(0, Math.min(atom.body + 12, atom.end), atom.end)
}

// A reference may be the path of a file on somebody's computer; "in this same file" is the only one that can work here.
const scrubReferences: Scrub = (bytes, atom, count) => {
  if (atom.end - atom.body < 8) throw damaged()
  for (const reference of atomsIn(bytes, atom.body + 8, atom.end, count)) {
    if (reference.end - reference.body < 4) throw damaged()
    bytes.writeUInt32BE(1, reference.body)
    bytes.fill(0, reference.body + 4, reference.end)
  }
}

export const movieRules: Rules = { mvhd: scrubTimes, mvex: { mehd: keep, trex: keep } }

// The matrix in `tkhd` turns the film upright: it stays.
export const trackRules = (kind: 'vide' | 'soun'): Rules => ({
  tkhd: scrubTimes,
  edts: { elst: keep },
  tapt: { clef: keep, prof: keep, enof: keep },
  mdia: {
    mdhd: scrubTimes,
    hdlr: scrubHandler,
    minf: {
      ...{ vmhd: keep, smhd: keep, hdlr: scrubHandler, dinf: { dref: scrubReferences } },
      stbl: {
        stsd: (bytes, atom, count) => scrubSampleDescriptions(kind, bytes, atom, count),
        ...{ stts: keep, ctts: keep, cslg: keep, stss: keep, stps: keep, stsz: keep, stz2: keep, stsc: keep },
        ...{ stco: keep, co64: keep, sdtp: keep, sbgp: keep, sgpd: keep, subs: keep },
      },
    },
  },
})

export const fragmentRules: Rules = { mfhd: keep }

export const trackFragmentRules: Rules = {
  ...{ tfhd: keep, tfdt: keep, trun: keep, sdtp: keep, sbgp: keep, sgpd: keep, subs: keep },
}

/** Goes as deep as the rules do and no deeper: a film that contains itself ends here. */
export function scrub(bytes: Buffer, parent: Atom, rules: Rules, count: AtomCount) {
  let end = parent.body
  for (const atom of atomsIn(bytes, parent.body, parent.end, count)) {
    const rule = Object.hasOwn(rules, atom.type) ? rules[atom.type] : undefined
    if (!rule) erase(bytes, atom)
    else if (typeof rule === 'function') rule(bytes, atom, count)
    else scrub(bytes, atom, rule, count)
    end = atom.end
  }
  bytes.fill(0, end, parent.end)
}
