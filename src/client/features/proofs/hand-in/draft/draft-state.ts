import type { WaitingFile } from '#client/platform/uploads/send/offline-store.ts'
import type { UploadFile } from '#client/platform/uploads/uppy/uploader-plugin.ts'
import { mostCollected } from '#contract/proofs/draft.ts'
import { mostFiles } from '#contract/proofs/endpoints.ts'
import type { Draft, DraftFile } from '../../draft-queries.ts'
import { kindOf, rulesFor } from '../../files/kinds.ts'

/** A file of the draft on the server; `twin` is the place of an earlier file with the same bytes. */
export type StoredFile = DraftFile & { preview: string | undefined; twin: number | undefined }

type Sources = {
  /** Files on the server. */
  draft: Draft | undefined
  /** Files in Uppy. */
  files: UploadFile[]
  /** True when Uppy restored files after a reload and waits for someone to resume them. */
  restored: boolean
  /** True when the reload has cut off an upload. */
  begun: boolean
  /** Number of HEIC photos being converted to JPEG. */
  converting: number
  /** Files in this device's offline queue. */
  waiting: WaitingFile[]
  previewOf: (id: string) => string | undefined
}

const pathOf = (file: UploadFile) => file.response?.body?.path

export function deriveDraft({ draft, files, restored, begun, converting, waiting, previewOf }: Sources) {
  const collected = draft?.files ?? []
  const [onDevice] = [...files, ...waiting]
  // The first file determines the kind, as on the server.
  const kind = collected.length === 0 && onDevice ? kindOf(onDevice.type) : (draft?.contentType ?? 'image')
  const ofKind = collected.filter(({ type }) => kindOf(type) === kind)
  const all = ofKind.map(
    (file, index): StoredFile => ({ ...file, preview: previewOf(file.path), twin: findTwin(ofKind, index) }),
  )
  const isLeftOut = (file: StoredFile) => !file.chosen && file.state !== 'refused' && file.twin === undefined
  const stored = all.filter((file) => !isLeftOut(file))
  const moving = files.filter(({ progress }) => !progress.uploadComplete)
  // Uppy keeps and counts uploaded files until all of them are complete.
  const beside = collected.filter(({ path }) => !files.some((file) => pathOf(file) === path)).length + waiting.length
  // Restored files keep `uploadStarted` although nothing is sent.
  const isSending = !restored && moving.some((file) => file.progress.uploadStarted && !file.error && !file.isPaused)
  const isEmpty = waiting.length === 0 && stored.every(({ path }) => files.some((file) => pathOf(file) === path))
  const onTheWay = moving.length + converting + waiting.length
  return {
    kind,
    /** True while nothing is chosen, so that the first file decides between photos and videos. */
    takesBoth: isEmpty && files.length === 0,
    rules: rulesFor(kind, beside, isEmpty),
    restored,
    /** True when the restored files are sent by themselves; paused and lost ones wait for someone. */
    resumes: restored && begun && moving.length > 0 && !moving.some(({ isGhost, isPaused }) => isGhost || isPaused),
    converting,
    waiting,
    moving,
    files: ofKind,
    /** Files in the proof, and files that need attention. */
    stored,
    leftOut: all.filter(isLeftOut),
    usable: stored.filter((file) => file.chosen && file.state === 'ready' && file.twin === undefined),
    chosenCount: stored.filter((file) => file.chosen).length,
    /** Number of files in the proof: on the server, uploading and waiting. */
    count: stored.length + moving.length + waiting.length,
    preparing: stored.filter(({ state }) => state === 'preparing').length,
    running: converting > 0 || isSending,
    /** Number of files that may be added. */
    room: Math.min(mostFiles, mostCollected - collected.length - onTheWay),
    endsAt: draft?.endsAt ?? null,
  }
}

/** Place, counted from 1, of an earlier file with the same bytes. */
export function findTwin(files: { sha256: string | null }[], index: number): number | undefined {
  const sha256 = files[index]?.sha256
  const first = sha256 ? files.findIndex((file) => file.sha256 === sha256) : -1
  return first >= 0 && first < index ? first + 1 : undefined
}
