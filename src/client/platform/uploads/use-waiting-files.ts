import { useEffect, useState } from 'react'
import { listWaiting, onWaitingChange, type WaitingFile } from './send/offline-store.ts'

const none: WaitingFile[] = []

/** Waiting files of an owner on this device, for one task or for all. */
export function useWaitingFiles(owner: string, taskId?: string): WaitingFile[] {
  const [waiting, setWaiting] = useState(none)
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const all = await listWaiting(owner)
      const taskFiles = taskId === undefined ? all : all.filter((file) => file.taskId === taskId)
      if (isCurrent) setWaiting((before) => (before.length === 0 && taskFiles.length === 0 ? before : taskFiles))
    }
    const stopListening = onWaitingChange(() => void read())
    void read()
    return () => {
      isCurrent = false
      stopListening()
    }
  }, [owner, taskId])
  return waiting
}
