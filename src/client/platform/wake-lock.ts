import { useEffect } from 'react'

/** Keeps the screen awake. The browser lets go of it whenever the tab is hidden, so it is asked for again. */
export function useWakeLock() {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let ended = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      const held = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (ended) await held?.release()
      else lock = held
    }
    const ask = () => void hold()
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])
}
