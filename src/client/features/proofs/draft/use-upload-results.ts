import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { networkSentence } from '#client/platform/uploads/send/errors.ts'
import type { UploadFile, Uploads } from '#client/platform/uploads/uppy/uploader-plugin.ts'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { showArrived } from '../draft-queries.ts'
import { positionOf } from '../file-position.ts'
import type { useChosen } from './use-chosen.ts'

/** Uploaded files join the draft, before the server is asked for it; failed ones are told. */
export function useUploadResults(uploads: Uploads | undefined, taskId: string, chosen: ReturnType<typeof useChosen>) {
  const client = useQueryClient()
  const latest = useRef(chosen)
  latest.current = chosen

  useEffect(() => {
    if (!uploads) return
    const addToDraft = (file: UploadFile | undefined, response: UploadFile['response']) => {
      const path = response?.body?.path
      if (!file || !path) return
      latest.current.arrived(file.id, path)
      const { name, size, type } = file
      const sha256 = latest.current.hashOf(file.id)
      void showArrived(client, taskId, { path, name, size: size ?? 0, type, position: positionOf(file), sha256 })
    }
    const showFailure = (_file: unknown, { message }: { message: string }) => {
      // It waits on this device, and says so in its place.
      if (message === networkSentence) return
      toast({ variant: 'destructive', title: 'Upload failed', description: message })
    }
    uploads.on('upload-success', addToDraft)
    uploads.on('upload-error', showFailure)
    return () => {
      uploads.off('upload-success', addToDraft)
      uploads.off('upload-error', showFailure)
    }
  }, [uploads, client, taskId])
}
