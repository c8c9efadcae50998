import { type FileHandle, open } from 'node:fs/promises'
import type { SampleRange } from './sample-ranges.ts'

/** Replacement bytes for a range of the file; zeros by default. */
export type Edit = SampleRange & { bytes?: Buffer }

const blockSize = 1024 * 1024

/** Copies the file up to `end` block by block, with constant memory. Edits must not overlap. */
export async function copyWithEdits(source: FileHandle, into: string, end: number, edits: Edit[]) {
  const pending = edits.filter((edit) => edit.end > edit.start).sort((a, b) => a.start - b.start)
  const target = await open(into, 'w')
  try {
    const block = Buffer.alloc(Math.min(blockSize, end))
    let next = 0
    for (let at = 0; at < end; at += blockSize) {
      const until = Math.min(at + blockSize, end)
      await readFully(source, block.subarray(0, until - at), at)
      while (next < pending.length) {
        const edit = pending[next]
        if (!edit || edit.start >= until) break
        apply(edit, block, at, until)
        if (edit.end > until) break
        next++
      }
      await target.write(block, 0, until - at, at)
    }
  } finally {
    await target.close()
  }
}

function apply(edit: Edit, block: Buffer, at: number, until: number) {
  const start = Math.max(edit.start, at)
  const end = Math.min(edit.end, until)
  if (edit.bytes) edit.bytes.copy(block, start - at, start - edit.start, end - edit.start)
  else block.fill(0, start - at, end - at)
}

/** Fills the buffer from this position; throws if the file became shorter meanwhile. */
export async function readFully(source: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  for (let done = 0; done < buffer.length; ) {
    const { bytesRead } = await source.read(buffer, done, buffer.length - done, position + done)
    if (bytesRead === 0) throw new Error('The file became shorter while it was read')
    done += bytesRead
  }
  return buffer
}
