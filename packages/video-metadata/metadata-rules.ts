import { type Box, type BoxCount, boxesIn, damaged, erase, numberAt } from './boxes.ts'
import { removeMetadataOfSampleDescriptions } from './sample-descriptions.ts'

type MetadataRemoval = (bytes: Buffer, box: Box, count: BoxCount) => void
/** Allow list: a box without a rule is emptied, so unknown makers' boxes need no rules. */
type Rules = { [type: string]: Rules | MetadataRemoval }

const keep: MetadataRemoval = () => {}

// Version and flags, then both times: four bytes each, or eight in version 1.
const eraseTimes: MetadataRemoval = (bytes, box) => {
  const times = numberAt(bytes, box, 0, 1) === 1 ? 16 : 8
  bytes.fill(0, box.body + 4, Math.min(box.body + 4 + times, box.end))
}

// After the handler's type come its maker and a name such as "GoPro AVC".
const eraseHandlerName: MetadataRemoval = (bytes, box) => {
  bytes.fill(0, Math.min(box.body + 12, box.end), box.end)
}

// A reference may be a path on somebody's computer; only "in this same file" can work here.
const eraseReferences: MetadataRemoval = (bytes, box, count) => {
  if (box.end - box.body < 8) throw damaged()
  for (const reference of boxesIn(bytes, box.body + 8, box.end, count)) {
    if (reference.end - reference.body < 4) throw damaged()
    bytes.writeUInt32BE(1, reference.body)
    bytes.fill(0, reference.body + 4, reference.end)
  }
}

export const movieRules: Rules = { mvhd: eraseTimes, mvex: { mehd: keep, trex: keep } }

// Keep the matrix in `tkhd`: it turns the video upright.
export const trackRules = (kind: 'vide' | 'soun'): Rules => ({
  tkhd: eraseTimes,
  edts: { elst: keep },
  tapt: { clef: keep, prof: keep, enof: keep },
  mdia: {
    mdhd: eraseTimes,
    hdlr: eraseHandlerName,
    minf: {
      ...{ vmhd: keep, smhd: keep, hdlr: eraseHandlerName, dinf: { dref: eraseReferences } },
      stbl: {
        stsd: (bytes, box, count) => removeMetadataOfSampleDescriptions(kind, bytes, box, count),
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

/** Recurses only as deep as the rules, so a video that contains itself ends here. */
export function removeMetadata(bytes: Buffer, parent: Box, rules: Rules, count: BoxCount) {
  let end = parent.body
  for (const box of boxesIn(bytes, parent.body, parent.end, count)) {
    const rule = Object.hasOwn(rules, box.type) ? rules[box.type] : undefined
    if (!rule) erase(bytes, box)
    else if (typeof rule === 'function') rule(bytes, box, count)
    else removeMetadata(bytes, box, rule, count)
    end = box.end
  }
  bytes.fill(0, end, parent.end)
}
