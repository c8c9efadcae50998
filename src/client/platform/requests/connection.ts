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

/** Set by the live stream. */
export function setStreaming(open: boolean) {
  streaming = open
  tell()
}

/** False while the screen cannot receive updates. */
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
