import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import type { UploadFile } from '#client/platform/uploads/uploader-plugin.ts'
import { useIsRestored, useUploadFiles, useUploadRules, useUploads } from '#client/platform/uploads/use-uploads.ts'
import { toast } from '#client/ui/toast-store.ts'
import { mostFiles } from '#contract/proofs/endpoints.ts'
import { type Kind, kindOf, rulesFor } from './kinds.ts'
import { addWaiting, discardWaiting, type WaitingFile, waitingFiles } from './queries.ts'
import { type Draft, rememberDraft, rememberedDraft } from './remembered.ts'

export type StoredFile = WaitingFile & { preview: string | undefined }
export type ProofFiles = ReturnType<typeof useProofFiles>

const pathOf = (file: UploadFile) => file.response?.body?.path

/** The files of one proof in the making: what has arrived, what is on its way, and what waits from before. */
export function useProofFiles(companyId: string, taskId: string) {
  const client = useQueryClient()
  const { data: all = [] } = useQuery(waitingFiles)
  const waiting = useMemo(() => all.filter(({ state }) => state !== 'refused'), [all])
  const [draft, setDraft] = useState(() => rememberedDraft(taskId))
  useEffect(() => rememberDraft(taskId, draft), [taskId, draft])
  const previews = useRef(new Map<string, string>())

  const uploads = useUploads(`proof-${companyId}-${taskId}`, 'proof')
  const files = useUploadFiles(uploads)
  const restored = useIsRestored(uploads)
  const { kind, paths } = draft
  const stored = paths.flatMap((path) => waiting.find((file) => file.path === path) ?? [])
  const moving = files.filter(({ progress }) => !progress.uploadComplete)
  // Uppy keeps what it has brought until all of it is there, and counts it itself.
  const beside = stored.filter(({ path }) => !files.some((file) => pathOf(file) === path)).length
  const rules = useMemo(() => rulesFor(kind, beside), [kind, beside])
  useUploadRules(uploads, rules)

  const take = useCallback(
    (more: string[], of?: Kind) =>
      setDraft((before) => ({ kind: of ?? before.kind, paths: [...new Set([...before.paths, ...more])] })),
    [],
  )

  useEffect(() => {
    if (!uploads) return
    const arrived = (file: UploadFile | undefined, response: UploadFile['response']) => {
      const path = response?.body?.path
      if (!file || !path) return
      if (file.preview) previews.current.set(path, file.preview)
      void addWaiting(client, {
        path,
        fileName: file.name,
        size: file.size ?? 0,
        type: file.type,
        taskId: null,
        position: null,
        state: 'preparing',
        reason: null,
        sha256: null,
        videoCodec: null,
        thumbnailUrl: null,
        uploadedAt: new Date().toISOString(),
      })
      take([path])
    }
    const failed = (_file: unknown, { message }: { message: string }) =>
      toast({ variant: 'destructive', title: 'Upload failed', description: message })
    uploads.on('upload-success', arrived)
    uploads.on('upload-error', failed)
    return () => {
      uploads.off('upload-success', arrived)
      uploads.off('upload-error', failed)
    }
  }, [uploads, client, take])

  useEffect(() => {
    const back = (restored && uploads?.getFiles()) || []
    const [first] = back
    if (first) {
      take(
        back.flatMap((file) => pathOf(file) ?? []),
        kindOf(first.type),
      )
    }
  }, [uploads, restored, take])

  useEffect(() => {
    if (!restored) return
    // They had arrived, but the page was gone before it could remember so.
    const known = paths.flatMap((path) => waiting.find((file) => file.path === path) ?? [])
    for (const { id, name, size, progress } of uploads?.getFiles() ?? []) {
      const arrived = known.some((file) => file.fileName === name && file.size === size)
      if (arrived && !progress.uploadComplete) uploads?.removeFile(id)
    }
  }, [uploads, restored, paths, waiting])

  async function discard(unwanted: string[]) {
    setDraft((before) => ({ ...before, paths: before.paths.filter((path) => !unwanted.includes(path)) }))
    // What has arrived may still be in Uppy's own list.
    for (const file of files) if (unwanted.includes(pathOf(file) ?? '')) uploads?.removeFile(file.id)
    await discardWaiting(client, unwanted).catch((error: unknown) => {
      const description = sentenceOf(error, 'The file could not be removed')
      toast({ variant: 'destructive', title: 'Error', description })
    })
  }

  return {
    kind,
    rules,
    uploads,
    restored,
    stored: stored.map((file): StoredFile => ({ ...file, preview: previews.current.get(file.path) })),
    moving,
    /** Restored files only look as if they had begun. */
    running: !restored && moving.some(({ progress, error, isPaused }) => progress.uploadStarted && !error && !isPaused),
    room: mostFiles - stored.length - moving.length,
    offered: offeredOf(waiting, draft, stored.length + moving.length > 0),
    take: (offered: WaitingFile[]) => {
      const [first] = offered
      if (!first) return
      take(
        offered.map(({ path }) => path),
        kindOf(first.type),
      )
    },
    discard,
    /** Chosen in the system's picker: on their way at once. */
    send(chosen: File[]) {
      if (!uploads || chosen.length === 0) return
      uploads.addFiles(chosen.map((data) => ({ source: 'device', name: data.name, type: data.type, data })))
      void uploads.upload().catch(() => undefined)
    },
    changeKind(next: Kind) {
      uploads?.cancelAll()
      setDraft({ kind: next, paths: [] })
    },
  }
}

/** Of the kind that is being collected; while nothing is, of the kind there is. */
function offeredOf(waiting: WaitingFile[], { kind, paths }: Draft, begun: boolean): WaitingFile[] {
  const free = waiting.filter(({ path }) => !paths.includes(path))
  const same = free.filter(({ type }) => kindOf(type) === kind)
  return same.length > 0 || begun ? same : free
}
