import { useSyncExternalStore } from 'react'

let streaming = true
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
if (typeof document !== 'undefined') {
  addEventListener('online', tell)
  addEventListener('offline', tell)
}

/** The live stream says whether it is open. */
export function setStreaming(open: boolean) {
  streaming = open
  tell()
}

/** False while nothing new can reach this screen. */
export function useConnected(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => streaming && navigator.onLine,
    () => true,
  )
}
