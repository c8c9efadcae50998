import { useCallback, useEffect, useState } from 'react'
import type { UploadFile, Uploads } from '#client/platform/uploads/uppy/uploader-plugin.ts'

/** A chosen file that was not taken, and why. */
export type Refusal = { id: number; name: string; reason: string }

let lastId = 0

/** What was chosen and refused before it was sent: each file by name, for as long as somebody needs to read it. */
export function useRefusals(uploads: Uploads | undefined) {
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const refuse = useCallback((name: string, reason: string) => {
    lastId += 1
    const refusal = { id: lastId, name, reason }
    setRefusals((before) => [...before, refusal])
  }, [])

  useEffect(() => {
    if (!uploads) return
    const refused = (file: Partial<UploadFile> | undefined, error: Error & { isUserFacing?: boolean }) => {
      // A HEIC photo that is being turned into JPEG is not taken as it is, which is no refusal.
      if (error.isUserFacing !== false) refuse(file?.name ?? '', error.message)
    }
    uploads.on('restriction-failed', refused)
    return () => {
      uploads.off('restriction-failed', refused)
    }
  }, [uploads, refuse])

  return {
    refusals,
    refuse,
    dismiss: (id: number) => setRefusals((before) => before.filter((refusal) => refusal.id !== id)),
    clear: useCallback(() => setRefusals([]), []),
  }
}
