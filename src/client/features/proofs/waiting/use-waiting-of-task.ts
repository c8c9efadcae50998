import { useEffect, useRef } from 'react'
import { dropFile } from '#client/platform/uploads/send/offline-store.ts'
import { useWaitingFiles } from '#client/platform/uploads/use-waiting-files.ts'

/** The files of one proof that wait on this device. */
export function useWaitingOfTask(companyId: string, taskId: string) {
  const files = useWaitingFiles(companyId, taskId)
  const previews = useRef(new Map<string, string>())
  for (const { key, type, data } of files) {
    if (type.startsWith('image/') && !previews.current.has(key)) previews.current.set(key, URL.createObjectURL(data))
  }
  useEffect(() => {
    const made = previews.current
    return () => {
      for (const address of made.values()) URL.revokeObjectURL(address)
      made.clear()
    }
  }, [])
  return {
    files,
    previewOf: (key: string) => previews.current.get(key),
    /** Takes it out; what is on its way is given up. */
    drop: dropFile,
    dropAll: () => Promise.all(files.map(({ key }) => dropFile(key))),
  }
}
