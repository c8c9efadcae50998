import { type Box, type BoxCount, boxAt, boxesIn, damaged, erase } from './boxes.ts'

// Decoder boxes: configurations, sizes and colours of the codecs of phones, cameras and browsers.
const decoderBoxes = new Set([
  ...['avcC', 'hvcC', 'lhvC', 'vvcC', 'av1C', 'vpcC', 'dvcC', 'dvvC', 'd263', 'glbl', 'mjqt', 'mjht', 'gama', 'fiel'],
  ...['esds', 'wave', 'chan', 'chnl', 'alac', 'dOps', 'dac3', 'dec3', 'dfLa', 'damr', 'srat', 'pcmC'],
  ...['colr', 'pasp', 'clap', 'btrt', 'bitr', 'ccst', 'mdcv', 'clli', 'SmDm', 'CoLL'],
])

// Sound descriptions have versions, and the two standards disagree on the number of fields before their boxes.
const fieldsBefore = { vide: [78], soun: [28, 44, 64] }

/** Sample descriptions name the encoder and its vendor, and may contain further boxes. */
export function removeMetadataOfSampleDescriptions(
  kind: 'vide' | 'soun',
  bytes: Buffer,
  descriptions: Box,
  count: BoxCount,
) {
  if (descriptions.end - descriptions.body < 8) throw damaged()
  for (const { body, end } of boxesIn(bytes, descriptions.body + 8, descriptions.end, count)) {
    if (end - body < Math.min(...fieldsBefore[kind])) throw damaged()
    bytes.fill(0, body + 12, body + 16)
    if (kind === 'vide') bytes.fill(0, body + 42, body + 74)
    for (const fields of fieldsBefore[kind]) {
      const endOfAtoms = wholeBoxes(bytes, body + fields, end)
      if (endOfAtoms === undefined) continue
      removeMetadataOfBoxes(bytes, body + fields, endOfAtoms, count)
      break
    }
  }
}

function removeMetadataOfBoxes(bytes: Buffer, from: number, to: number, count: BoxCount) {
  for (const box of boxesIn(bytes, from, to, count)) {
    const isProfile = box.type === 'colr' && bytes.toString('latin1', box.body, box.body + 3) !== 'ncl'
    if (!decoderBoxes.has(box.type) || isProfile) erase(bytes, box)
  }
}

/** The end of a list of whole boxes; QuickTime adds a zero after it. Undefined without such a list. */
function wholeBoxes(bytes: Buffer, from: number, limit: number): number | undefined {
  let at = from
  for (let boxes = 0; boxes < 50 && at <= limit; boxes++) {
    const box = boxAt(bytes.subarray(at, at + 16), at, limit)
    if (!box) return limit - at <= 8 && bytes.subarray(at, limit).every((byte) => byte === 0) ? at : undefined
    at = box.end
  }
  return undefined
}
