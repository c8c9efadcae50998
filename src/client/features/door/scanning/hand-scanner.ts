import { useEffect, useEffectEvent } from 'react'

/** Limits that only a scanner meets: key interval and length. */
const burst = { gap: 60, length: 6 }

/** Collects keys; returns the text when Enter ends a fast burst. */
export function createBurstReader() {
  let text = ''
  let lastAt = 0
  return (key: string, at: number): string | undefined => {
    if (at - lastAt > burst.gap) text = ''
    lastAt = at
    if (key === 'Enter') {
      const read = text
      text = ''
      return read.length >= burst.length ? read : undefined
    }
    // Ignore modifier keys: Shift occurs between capital letters.
    if (key.length === 1) text += key
    return undefined
  }
}

/**
 * Reads a hand scanner, which acts as a keyboard: it types a code and presses Enter, whatever element has the focus.
 */
export function useHandScanner(onRead: (text: string) => void) {
  const read = useEffectEvent(onRead)
  useEffect(() => {
    const reader = createBurstReader()
    function listen(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const text = reader(event.key, event.timeStamp)
      if (text === undefined) return
      // Prevent Enter from pressing the focused button or submitting its form.
      event.preventDefault()
      event.stopPropagation()
      read(text)
    }
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [])
}
