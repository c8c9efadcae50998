import { type RefObject, useRef } from 'react'

/** Remembers what had the focus before a scan. It may be gone or disabled by the time the result closes. */
export function useFocusReturn(screen: RefObject<HTMLElement | null>) {
  const before = useRef<HTMLElement | null>(null)
  return {
    remember() {
      const { activeElement } = document
      const isInside = activeElement instanceof HTMLElement && screen.current?.contains(activeElement)
      // While a result is shown the focus is in it, and what was remembered still holds.
      if (isInside) before.current = activeElement
    },
    giveBack() {
      const remembered = before.current
      if (remembered?.isConnected && !remembered.matches(':disabled')) return remembered.focus()
      const field = screen.current?.querySelector<HTMLElement>('input:enabled')
      const pressed = screen.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
      ;(field ?? pressed)?.focus()
    },
  }
}
