import { useEffect, useEffectEvent } from 'react'

/** No person types this fast, and no code is shorter. */
const burst = { gap: 60, length: 6 }

/** Collects keys; gives back the text when Enter ends a burst of them. */
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
    // Shift and its like come in between capital letters.
    if (key.length === 1) text += key
    return undefined
  }
}

/** A hand scanner is a keyboard that types a code and presses Enter, whatever has the focus. */
export function useHandScanner(onRead: (text: string) => void) {
  const read = useEffectEvent(onRead)
  useEffect(() => {
    const reader = createBurstReader()
    function listen(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const text = reader(event.key, event.timeStamp)
      if (text === undefined) return
      // Enter would press the button or send the form that happens to have the focus.
      event.preventDefault()
      event.stopPropagation()
      read(text)
    }
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [])
}
