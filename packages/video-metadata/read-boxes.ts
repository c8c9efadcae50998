import type { FileHandle } from 'node:fs/promises'
import { type Box, type BoxCount, boxAt, damaged } from './boxes.ts'

const essential = new Set(['mdat', 'moov', 'moof'])
const longestBrands = 256

/** Lists the outermost boxes and where the last whole one ends; bytes after it are not part of the video. */
export async function readBoxes(source: FileHandle, size: number, count: BoxCount) {
  const read = windowOn(source)
  const boxes: Box[] = []
  let end = 0
  while (end < size) {
    const box = openEnded(await read(end, 16), end, size)
    if (!box) break
    count.add()
    boxes.push(box)
    end = box.end
  }

  const [brands] = boxes
  if (brands?.type !== 'ftyp' || brands.end > longestBrands) throw damaged()
  const movies = boxes.filter(({ type }) => type === 'moov')
  const [movie] = movies
  if (!movie || movies.length > 1 || !boxes.some(({ type }) => type === 'mdat')) throw damaged()
  return { boxes, movie, end }
}

/** The samples may run to the end of the file without a length; another essential box must be whole. */
function openEnded(header: Buffer, at: number, size: number): Box | undefined {
  const box = boxAt(header, at, size)
  if (box || header.length < 8) return box
  const type = header.toString('latin1', 4, 8)
  if (type === 'mdat' && header.readUInt32BE(0) === 0) return { type, start: at, body: at + 8, end: size }
  if (essential.has(type)) throw damaged()
  return undefined
}

// Reading every header separately would take seconds for a video of tiny boxes.
function windowOn(source: FileHandle) {
  const window = Buffer.alloc(4096)
  let start = 0
  let length = 0
  return async (at: number, size: number): Promise<Buffer> => {
    if (at < start || at + size > start + length) {
      start = at
      length = (await source.read(window, 0, window.length, at)).bytesRead
    }
    return window.subarray(at - start, Math.min(at - start + size, length))
  }
}
