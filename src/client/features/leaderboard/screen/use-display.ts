import { useEffect, useState, useSyncExternalStore } from 'react'

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

/** True after a while without input. */
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
