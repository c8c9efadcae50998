import { useEffect } from 'react'

/**
 * Keeps the screen awake. The browser ends the lock whenever the tab is hidden, so it is requested again. Not every browser can, and a
 * low battery refuses; what is shown stays the same.
 */
export function useWakeLock() {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isUnmounted = false
    const request = async () => {
      if (document.visibilityState !== 'visible') return
      const granted = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isUnmounted) await granted?.release()
      else lock = granted
    }
    const requestAgain = () => void request()
    requestAgain()
    document.addEventListener('visibilitychange', requestAgain)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', requestAgain)
      void lock?.release()
    }
  }, [])
}
