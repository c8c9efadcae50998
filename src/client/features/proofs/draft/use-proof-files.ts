import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import type { UploadFile } from '#client/platform/uploads/transfer/uploader-plugin.ts'
import { useIsRestored, useUploadFiles, useUploadRules, useUploads } from '#client/platform/uploads/use-uploads.ts'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { mostFiles } from '#contract/proofs/endpoints.ts'
import { addWaiting, discardWaiting, moveWaiting, type WaitingFile, waitingFiles } from '../submission-queries.ts'
import { draftOf, leftoversOf, positionOf, type StoredFile, twinOf } from './draft.ts'
import { type Kind, kindOf, rulesFor } from './kinds.ts'
import { rememberedKind, rememberKind } from './remembered.ts'
import { useChosen } from './use-chosen.ts'
import { useRefusals } from './use-refusals.ts'

export type ProofFiles = ReturnType<typeof useProofFiles>

const pathOf = (file: UploadFile) => file.response?.body?.path
const none: WaitingFile[] = []

/** The draft of one proof: what the server has of it, what is on its way, and what is left over from elsewhere. */
export function useProofFiles(companyId: string, taskId: string) {
  const client = useQueryClient()
  const { data: waiting = none } = useQuery(waitingFiles)
  const [chosenKind, setChosenKind] = useState(() => rememberedKind(taskId))
  const uploads = useUploads(`proof-${companyId}-${taskId}`, 'proof', taskId)
  const files = useUploadFiles(uploads)
  const restored = useIsRestored(uploads)

  const found = waiting.find((file) => file.taskId === taskId) ?? files[0]
  const kind = chosenKind ?? (found ? kindOf(found.type) : 'image')
  const draft = useMemo(() => draftOf(waiting, taskId, kind), [waiting, taskId, kind])
  const moving = files.filter(({ progress }) => !progress.uploadComplete)
  // Uppy keeps what it has brought until all of it is there, and counts it itself.
  const beside = draft.filter(({ path }) => !files.some((file) => pathOf(file) === path)).length
  const rules = useMemo(() => rulesFor(kind, beside), [kind, beside])
  useUploadRules(uploads, rules)
  const refusals = useRefusals(uploads)
  const chosen = useChosen({ uploads, draft, refuse: refusals.refuse })
  useUploadResults(uploads, taskId, chosen)
  useForgetStored(uploads, restored, draft)

  const complain = (fallback: string) => (error: unknown) =>
    toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error, fallback) })

  const stored = draft.map(
    (file, index): StoredFile => ({ ...file, preview: chosen.previewOf(file.path), twin: twinOf(draft, index) }),
  )
  const usable = stored.filter(({ state, twin }) => state === 'ready' && twin === undefined)
  const room = mostFiles - stored.length - moving.length

  return {
    kind,
    rules,
    uploads,
    restored,
    stored,
    moving,
    refusals,
    /** Ready to be handed in. */
    usable,
    preparing: stored.filter(({ state }) => state === 'preparing').length,
    unplayable: chosen.unplayable,
    previewOf: chosen.previewOf,
    /** Restored files only look as if they had begun. */
    running: !restored && moving.some(({ progress, error, isPaused }) => progress.uploadStarted && !error && !isPaused),
    room,
    leftovers: leftoversOf(waiting, taskId, kind, stored.length + moving.length > 0),
    async take(wanted: WaitingFile[]) {
      const last = Math.max(0, ...draft.map(({ position }) => position ?? 0), ...files.map(positionOf))
      const [first] = wanted
      if (first) setChosenKind(kindOf(first.type))
      const places = wanted.map(({ path }, index) => ({ path, taskId, position: last + 1 + index }))
      await moveWaiting(client, places).catch(complain('The files could not be used'))
    },
    async discard(unwanted: string[]) {
      // What has arrived may still be in Uppy's own list.
      for (const file of files) if (unwanted.includes(pathOf(file) ?? '')) uploads?.removeFile(file.id)
      await discardWaiting(client, unwanted).catch(complain('The file could not be removed'))
    },
    /** Chosen in the system's picker: on their way at once, as many as there is room for. */
    send(picked: File[]) {
      if (!uploads || picked.length === 0) return
      refusals.clear()
      for (const { name } of picked.slice(room)) refusals.refuse(name, `You can only upload ${mostFiles} files`)
      const taken = picked.slice(0, room)
      uploads.addFiles(taken.map((data) => ({ source: 'device', name: data.name, type: data.type, data })))
      void uploads.upload().catch(() => undefined)
    },
    changeKind(next: Kind) {
      uploads?.cancelAll()
      refusals.clear()
      rememberKind(taskId, next)
      setChosenKind(next)
    },
  }
}

type Uploads = ReturnType<typeof useUploads>

/** Uploaded files join the draft, before the server is asked for it; failed ones are told. */
function useUploadResults(uploads: Uploads, taskId: string, chosen: ReturnType<typeof useChosen>) {
  const client = useQueryClient()
  const latest = useRef(chosen)
  latest.current = chosen

  useEffect(() => {
    if (!uploads) return
    const addToDraft = (file: UploadFile | undefined, response: UploadFile['response']) => {
      const path = response?.body?.path
      if (!file || !path) return
      latest.current.arrived(file.id, path)
      void addWaiting(client, {
        path,
        fileName: file.name,
        size: file.size ?? 0,
        type: file.type,
        taskId,
        position: positionOf(file),
        state: 'preparing',
        reason: null,
        sha256: latest.current.hashOf(file.id),
        videoCodec: null,
        thumbnailUrl: null,
        uploadedAt: new Date().toISOString(),
      })
    }
    const showFailure = (_file: unknown, { message }: { message: string }) =>
      toast({ variant: 'destructive', title: 'Upload failed', description: message })
    uploads.on('upload-success', addToDraft)
    uploads.on('upload-error', showFailure)
    return () => {
      uploads.off('upload-success', addToDraft)
      uploads.off('upload-error', showFailure)
    }
  }, [uploads, client, taskId])
}

/** Restored files that had arrived: the page was gone before it could remember so. */
function useForgetStored(uploads: Uploads, restored: boolean, draft: WaitingFile[]) {
  useEffect(() => {
    if (!restored) return
    for (const { id, name, size, progress } of uploads?.getFiles() ?? []) {
      const isStored = draft.some((file) => file.fileName === name && file.size === size)
      if (isStored && !progress.uploadComplete) uploads?.removeFile(id)
    }
  }, [uploads, restored, draft])
}
