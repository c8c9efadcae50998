import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { stopConverting } from '#client/platform/uploads/uppy/heic-plugin.ts'
import type { UploadFile } from '#client/platform/uploads/uppy/uploader-plugin.ts'
import {
  useConverting,
  useIsRestored,
  useUploadFiles,
  useUploadRules,
  useUploads,
} from '#client/platform/uploads/uppy/use-uploads.ts'
import { mostCollected } from '#contract/proofs/draft.ts'
import { mostFiles } from '#contract/proofs/endpoints.ts'
import { type DraftFile, draftOfTask } from '../draft-queries.ts'
import { useKeeping } from '../waiting/use-keeping.ts'
import { useWaitingOfTask } from '../waiting/use-waiting-of-task.ts'
import { type StoredFile, twinOf } from './draft.ts'
import { type Kind, kindOf, rulesFor } from './kinds.ts'
import { useChosen } from './use-chosen.ts'
import { useDraftChanges } from './use-draft-changes.ts'
import { useRefusals } from './use-refusals.ts'
import { useUploadResults } from './use-upload-results.ts'

export type ProofFiles = ReturnType<typeof useProofFiles>

const pathOf = (file: UploadFile) => file.response?.body?.path
const none: DraftFile[] = []

/** The draft of one proof: what the server has of it, and what is on its way from this device. */
export function useProofFiles(companyId: string, taskId: string) {
  const { data: draft } = useQuery(draftOfTask(taskId))
  const uploads = useUploads(`proof-${companyId}-${taskId}`, 'proof', taskId)
  const files = useUploadFiles(uploads)
  const restored = useIsRestored(uploads)
  const save = useDraftChanges(taskId)
  const converting = useConverting(uploads)

  const waiting = useWaitingOfTask(companyId, taskId)

  const collected = draft?.files ?? none
  const [onDevice] = restored ? files : waiting.files
  const kind: Kind = collected.length === 0 && onDevice ? kindOf(onDevice.type) : (draft?.contentType ?? 'image')
  const ofKind = useMemo(() => collected.filter(({ type }) => kindOf(type) === kind), [collected, kind])
  const moving = files.filter(({ progress }) => !progress.uploadComplete)
  // Uppy keeps what it has brought until all of it is there, and counts it itself.
  const arrived = collected.filter(({ path }) => !files.some((file) => pathOf(file) === path)).length
  const beside = arrived + waiting.files.length
  const rules = useMemo(() => rulesFor(kind, beside), [kind, beside])
  useUploadRules(uploads, rules)
  const refusals = useRefusals(uploads)
  const chosen = useChosen({ uploads, draft: ofKind, waiting: waiting.files, refuse: refusals.refuse })
  useKeeping({ uploads, companyId, taskId, hashOf: chosen.hashOf, onRefused: refusals.refuse })
  useUploadResults(uploads, taskId, chosen)
  useForgetStored(uploads, restored, ofKind)

  const all = ofKind.map(
    (file, index): StoredFile => ({ ...file, preview: chosen.previewOf(file.path), twin: twinOf(ofKind, index) }),
  )
  const isLeftOut = (file: StoredFile) => !file.chosen && file.state !== 'refused' && file.twin === undefined
  const stored = all.filter((file) => !isLeftOut(file))
  const usable = stored.filter((file) => file.chosen && file.state === 'ready' && file.twin === undefined)
  const onTheWay = moving.length + converting + waiting.files.length
  const room = Math.min(mostFiles, mostCollected - collected.length - onTheWay)

  return {
    kind,
    rules,
    uploads,
    restored,
    /** Part of the proof, or in need of attention. */
    stored,
    /** Collected, but not part of the proof. */
    leftOut: all.filter(isLeftOut),
    moving,
    /** On this device until there is a network. */
    waiting,
    refusals,
    /** Ready to be handed in. */
    usable,
    chosenCount: stored.filter((file) => file.chosen).length,
    endsAt: draft?.endsAt ?? null,
    preparing: stored.filter(({ state }) => state === 'preparing').length,
    unplayable: chosen.unplayable,
    previewOf: chosen.previewOf,
    /** Restored files only look as if they had begun. */
    running:
      converting > 0 ||
      (!restored && moving.some(({ progress, error, isPaused }) => progress.uploadStarted && !error && !isPaused)),
    /** How many HEIC photos are being turned into JPEG, which takes seconds for each. */
    converting,
    stopConverting: () => uploads && stopConverting(uploads),
    room,
    discard(unwanted: string[]) {
      // What has arrived may still be in Uppy's own list.
      for (const file of files) if (unwanted.includes(pathOf(file) ?? '')) uploads?.removeFile(file.id)
      return save.remove(unwanted)
    },
    choose: save.choose,
    leaveOut: save.leaveOut,
    move: (path: string, by: -1 | 1) =>
      save.move(
        stored.map((file) => file.path),
        path,
        by,
      ),
    keep: save.keep,
    /** Chosen in the system's picker: on their way at once, as many as there is room for. */
    send(picked: File[]) {
      if (!uploads || picked.length === 0) return
      refusals.clear()
      for (const { name } of picked.slice(room)) refusals.refuse(name, `You can only upload ${mostFiles} files`)
      const taken = picked.slice(0, room)
      uploads.addFiles(taken.map((data) => ({ source: 'device', name: data.name, type: data.type, data })))
      void uploads.upload().catch(() => undefined)
    },
    /** What has not arrived does not go on. */
    stop: () => uploads?.cancelAll(),
    changeKind(next: Kind) {
      uploads?.cancelAll()
      void waiting.dropAll()
      refusals.clear()
      void save.changeKind(next)
    },
  }
}

/** Restored files that had arrived: the page was gone before it could remember so. */
function useForgetStored(uploads: ReturnType<typeof useUploads>, restored: boolean, draft: DraftFile[]) {
  useEffect(() => {
    if (!restored) return
    for (const { id, name, size, progress } of uploads?.getFiles() ?? []) {
      const isStored = draft.some((file) => file.fileName === name && file.size === size)
      if (isStored && !progress.uploadComplete) uploads?.removeFile(id)
    }
  }, [uploads, restored, draft])
}
