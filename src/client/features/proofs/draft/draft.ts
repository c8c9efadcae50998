import type { DraftFile } from '../draft-queries.ts'

/** A file of the draft that the server has; `twin` is the place of an earlier one with the same bytes. */
export type StoredFile = DraftFile & { preview: string | undefined; twin: number | undefined }

/** The place, counted from 1, of an earlier file with the same bytes. */
export function twinOf(files: { sha256: string | null }[], index: number): number | undefined {
  const sha256 = files[index]?.sha256
  const first = sha256 ? files.findIndex((file) => file.sha256 === sha256) : -1
  return first >= 0 && first < index ? first + 1 : undefined
}

/** In front of which file one comes that moves a place forward or back; undefined where there is no place. */
export function moveTarget(paths: string[], path: string, by: -1 | 1): string | null | undefined {
  const at = paths.indexOf(path)
  if (at < 0 || at + by < 0 || at + by >= paths.length) return undefined
  return (by < 0 ? paths[at - 1] : paths[at + 2]) ?? null
}

export function moveTo<File extends { path: string }>(files: File[], path: string, before: string | null): File[] {
  const rest = files.filter((file) => file.path !== path)
  const at = before === null ? rest.length : rest.findIndex((file) => file.path === before)
  return [...rest.slice(0, at), ...files.filter((file) => file.path === path), ...rest.slice(at)]
}
