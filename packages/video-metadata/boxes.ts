import { InvalidVideo } from './invalid-video.ts'

/**
 * One box of a video: `start` is its header, `body` its content. Positions count within the buffer that it was read
 * from.
 */
export type Box = { type: string; start: number; body: number; end: number }

export const damaged = () => new InvalidVideo('This video is damaged')

// Cameras write some hundred boxes, in fragments some thousand, and fewer than ten tracks.
const maxBoxes = 100_000
const maxTracks = 100

/** Limits the work per file. */
export class BoxCount {
  #left = maxBoxes
  #tracksLeft = maxTracks

  add(more = 1) {
    this.#left -= more
    if (this.#left < 0) throw damaged()
  }

  addTrack() {
    if (--this.#tracksLeft < 0) throw damaged()
  }
}

/** Undefined without a whole box before `limit`. `header` needs no more than its first 16 bytes. */
export function boxAt(header: Buffer, at: number, limit: number): Box | undefined {
  if (header.length < 8 || limit - at < 8) return undefined
  const type = header.toString('latin1', 4, 8)
  const short = header.readUInt32BE(0)
  if (short !== 1)
    return short >= 8 && short <= limit - at ? { type, start: at, body: at + 8, end: at + short } : undefined
  if (header.length < 16) return undefined
  // Beyond 2^53 the number is inexact, but no file is that large.
  const long = Number(header.readBigUInt64BE(8))
  return long >= 16 && long <= limit - at ? { type, start: at, body: at + 16, end: at + long } : undefined
}

/**
 * The boxes that fill the range between two positions. A rest shorter than a header is allowed, as QuickTime writes it.
 */
export function* boxesIn(bytes: Buffer, from: number, to: number, count: BoxCount): Generator<Box> {
  let at = from
  while (to - at >= 8) {
    const box = boxAt(bytes.subarray(at, at + 16), at, to)
    if (!box) throw damaged()
    count.add()
    yield box
    at = box.end
  }
}

/** The first box at this path of names below another box. */
export function childrenOf(bytes: Buffer, box: Box, path: string[], count: BoxCount): Box | undefined {
  let found: Box | undefined = box
  for (const type of path) {
    if (!found) return undefined
    found = firstOf(bytes, found, type, count)
  }
  return found
}

function firstOf(bytes: Buffer, parent: Box, type: string, count: BoxCount): Box | undefined {
  for (const box of boxesIn(bytes, parent.body, parent.end, count)) if (box.type === type) return box
  return undefined
}

/** Empties a box in place: sample tables contain file offsets, so nothing may move. */
export function erase(bytes: Buffer, box: Box) {
  bytes.write('free', box.start + 4, 'latin1')
  bytes.fill(0, box.body, box.end)
}

/** Reads a number of `size` bytes from a box's body; a body that is too short is a damaged video. */
export function numberAt(bytes: Buffer, box: Box, offset: number, size: 1 | 2 | 4 | 8): number {
  const at = box.body + offset
  if (at + size > box.end) throw damaged()
  return size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size)
}

/** A four-character code in a box's body. */
export function codeAt(bytes: Buffer, box: Box, offset: number): string {
  if (box.body + offset + 4 > box.end) throw damaged()
  return bytes.toString('latin1', box.body + offset, box.body + offset + 4)
}
