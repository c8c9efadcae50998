import type { UploadFile } from '#client/platform/uploads/transfer/uploader-plugin.ts'
import type { WaitingFile } from '../submission-queries.ts'
import { type Kind, kindOf } from './kinds.ts'

/** A file of the draft that the server has; `twin` is the place of an earlier one with the same bytes. */
export type StoredFile = WaitingFile & { preview: string | undefined; twin: number | undefined }

export const positionOf = (file: UploadFile) => (typeof file.meta.position === 'number' ? file.meta.position : 0)

/** In the order in which they were chosen, on whichever device. */
export function draftOf(waiting: WaitingFile[], taskId: string, kind: Kind): WaitingFile[] {
  const order = ({ position }: WaitingFile) => position ?? Number.MAX_SAFE_INTEGER
  return waiting
    .filter((file) => file.taskId === taskId && kindOf(file.type) === kind)
    .sort((a, b) => order(a) - order(b) || a.uploadedAt.localeCompare(b.uploadedAt) || a.path.localeCompare(b.path))
}

/** The place, counted from 1, of an earlier file with the same bytes. */
export function twinOf(files: { sha256: string | null }[], index: number): number | undefined {
  const sha256 = files[index]?.sha256
  const first = sha256 ? files.findIndex((file) => file.sha256 === sha256) : -1
  return first >= 0 && first < index ? first + 1 : undefined
}

/** Uploaded for something else and never used. What is in the draft already, by its bytes or its name and size, is left out. */
export function leftoversOf(waiting: WaitingFile[], taskId: string, kind: Kind, hasBegun: boolean): WaitingFile[] {
  const draft = waiting.filter((file) => file.taskId === taskId)
  const seen = new Set(draft.map(keyOf))
  const named = new Set(draft.map(nameOf))
  const free: WaitingFile[] = []
  for (const file of waiting) {
    if (file.taskId === taskId || file.state === 'refused') continue
    if (seen.has(keyOf(file)) || named.has(nameOf(file))) continue
    seen.add(keyOf(file))
    free.push(file)
  }
  // Of no task first: nobody else asks for those.
  free.sort((a, b) => Number(a.taskId !== null) - Number(b.taskId !== null))
  const same = free.filter(({ type }) => kindOf(type) === kind)
  if (same.length > 0 || hasBegun) return same
  const [first] = free
  return first ? free.filter(({ type }) => kindOf(type) === kindOf(first.type)) : []
}

const keyOf = (file: WaitingFile) => file.sha256 ?? file.path
const nameOf = ({ fileName, size }: WaitingFile) => `${size} ${fileName}`
