import type { WaitingFile } from '#client/platform/uploads/send/offline-store.ts'
import type { UploadFile } from '#client/platform/uploads/uppy/uploader-plugin.ts'
import { mostCollected } from '#contract/proofs/draft.ts'
import { mostFiles } from '#contract/proofs/endpoints.ts'
import type { Draft, DraftFile } from '../../draft-queries.ts'
import { kindOf, rulesFor } from '../../files/kinds.ts'

/** A file of the draft that the server has; `twin` is the place of an earlier one with the same bytes. */
export type StoredFile = DraftFile & { preview: string | undefined; twin: number | undefined }

type Sources = {
  /** On the server. */
  draft: Draft | undefined
  /** In Uppy. */
  files: UploadFile[]
  /** After a reload the files came back, and wait until somebody resumes them. */
  restored: boolean
  /** How many HEIC photos are being turned into JPEG. */
  converting: number
  /** On this device until there is a network. */
  waiting: WaitingFile[]
  previewOf: (id: string) => string | undefined
}

const pathOf = (file: UploadFile) => file.response?.body?.path

export function deriveDraft({ draft, files, restored, converting, waiting, previewOf }: Sources) {
  const collected = draft?.files ?? []
  const [onDevice] = restored ? files : waiting
  const kind = collected.length === 0 && onDevice ? kindOf(onDevice.type) : (draft?.contentType ?? 'image')
  const ofKind = collected.filter(({ type }) => kindOf(type) === kind)
  const all = ofKind.map(
    (file, index): StoredFile => ({ ...file, preview: previewOf(file.path), twin: findTwin(ofKind, index) }),
  )
  const isLeftOut = (file: StoredFile) => !file.chosen && file.state !== 'refused' && file.twin === undefined
  const stored = all.filter((file) => !isLeftOut(file))
  const moving = files.filter(({ progress }) => !progress.uploadComplete)
  // Uppy keeps and counts the files that have arrived until all of them are there.
  const beside = collected.filter(({ path }) => !files.some((file) => pathOf(file) === path)).length + waiting.length
  // Restored files only look as if they had begun.
  const isSending = !restored && moving.some((file) => file.progress.uploadStarted && !file.error && !file.isPaused)
  const onTheWay = moving.length + converting + waiting.length
  return {
    kind,
    rules: rulesFor(kind, beside),
    restored,
    converting,
    waiting,
    moving,
    /** The server's files of this kind. */
    files: ofKind,
    /** Those that are part of the proof, or need attention. */
    stored,
    /** Collected, but not part of the proof. */
    leftOut: all.filter(isLeftOut),
    /** Ready to be handed in. */
    usable: stored.filter((file) => file.chosen && file.state === 'ready' && file.twin === undefined),
    chosenCount: stored.filter((file) => file.chosen).length,
    /** How many files the proof has, wherever they are. */
    count: stored.length + moving.length + waiting.length,
    preparing: stored.filter(({ state }) => state === 'preparing').length,
    running: converting > 0 || isSending,
    /** How many more files may be added. */
    room: Math.min(mostFiles, mostCollected - collected.length - onTheWay),
    endsAt: draft?.endsAt ?? null,
  }
}

/** The place, counted from 1, of an earlier file with the same bytes. */
export function findTwin(files: { sha256: string | null }[], index: number): number | undefined {
  const sha256 = files[index]?.sha256
  const first = sha256 ? files.findIndex((file) => file.sha256 === sha256) : -1
  return first >= 0 && first < index ? first + 1 : undefined
}
