import { useSyncExternalStore } from 'react'

export interface Network {
  isUp(): boolean
  /** Resolves when the device says it is connected again, or after a while: what it says is not always right. */
  isBack(signal: AbortSignal): Promise<void>
  /** Calls when the connection goes; returns how to stop listening. */
  onLost(listener: () => void): () => void
}

const tryAnyway = 5_000

export const deviceNetwork: Network = {
  isUp: () => navigator.onLine !== false,
  isBack: (signal) =>
    new Promise((resolve, reject) => {
      const end = (act: () => void) => () => {
        clearTimeout(timer)
        removeEventListener('online', back)
        signal.removeEventListener('abort', stop)
        act()
      }
      const back = end(resolve)
      const stop = end(() => reject(signal.reason))
      const timer = setTimeout(back, tryAnyway)
      addEventListener('online', back)
      signal.addEventListener('abort', stop)
    }),
  onLost(listener) {
    addEventListener('offline', listener)
    return () => removeEventListener('offline', listener)
  },
}

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export const useIsOnline = () => useSyncExternalStore(subscribe, deviceNetwork.isUp)
