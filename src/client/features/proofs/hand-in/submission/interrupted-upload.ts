import { useEffect } from 'react'
import { forget, recall, remember } from '#client/platform/session/session-storage.ts'

const key = 'uploading-task'

/** Remembers in this tab which task's upload a reload would cut off. */
export function useRememberedUpload(taskId: string, isRunning: boolean) {
  useEffect(() => {
    if (!isRunning) return
    remember(key, taskId)
    return () => forget(key)
  }, [taskId, isRunning])
}

export const recallInterruptedUpload = () => recall(key)

export const forgetInterruptedUpload = () => forget(key)
