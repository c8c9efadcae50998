import { useEffect, useState, useSyncExternalStore } from 'react'

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

const isFull = () => document.fullscreenElement !== null

function onFullChange(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

export function useFullscreen() {
  const full = useSyncExternalStore(onFullChange, isFull)
  const toggle = () => {
    const change = isFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    void change.catch(() => undefined)
  }
  return { full, possible: document.fullscreenEnabled, toggle }
}

const rest = 4_000
const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/** True after a while without anybody at the controls. */
export function useUntouched(): boolean {
  const [untouched, setUntouched] = useState(false)
  useEffect(() => {
    let timer = setTimeout(() => setUntouched(true), rest)
    const touch = () => {
      setUntouched(false)
      clearTimeout(timer)
      timer = setTimeout(() => setUntouched(true), rest)
    }
    for (const sign of signs) addEventListener(sign, touch, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, touch)
    }
  }, [])
  return untouched
}
