import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Purpose } from '#contract/files/endpoints.ts'
import type { UploadRules } from '../rules.ts'
import { applyRules, createUploads, suspend } from './create-uploads.ts'
import { countConverting } from './heic-plugin.ts'
import type { UploadFile, Uploads } from './uploader-plugin.ts'

/** Uploads that live as long as the component that asks for them. Undefined until the first effect. */
export function useUploads(id: string, purpose: Purpose, taskId?: string): Uploads | undefined {
  const [uploads, setUploads] = useState<Uploads>()
  useEffect(() => {
    const created = createUploads(id, purpose, taskId)
    setUploads(created)
    return () => suspend(created)
  }, [id, purpose, taskId])
  return uploads
}

/** What they take; it may change while they are open. */
export function useUploadRules(uploads: Uploads | undefined, rules: UploadRules) {
  useEffect(() => {
    if (uploads) applyRules(uploads, rules)
  }, [uploads, rules])
}

const noFiles: Record<string, UploadFile> = {}

function useUploadState<Part>(uploads: Uploads | undefined, part: (uploads: Uploads) => Part, without: Part): Part {
  const subscribe = useCallback(
    (listener: () => void) => uploads?.store.subscribe(listener) ?? (() => undefined),
    [uploads],
  )
  return useSyncExternalStore(subscribe, () => (uploads ? part(uploads) : without))
}

/** What is chosen and not forgotten yet, in the order it was chosen. */
export const useUploadFiles = (uploads: Uploads | undefined): UploadFile[] =>
  Object.values(useUploadState(uploads, (given) => given.getState().files, noFiles))

/** After a reload: the files came back and wait for a word to go on. */
export const useIsRestored = (uploads: Uploads | undefined): boolean =>
  useUploadState(uploads, (given) => Boolean(given.getState().recoveredState), false)

/** How many of the chosen photos are being turned into JPEG before they are taken. */
export const useConverting = (uploads: Uploads | undefined): number => useUploadState(uploads, countConverting, 0)
