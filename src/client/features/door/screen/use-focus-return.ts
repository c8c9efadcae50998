import { type RefObject, useRef } from 'react'

/** Stores the focused element before a scan. It may be removed or disabled when the result closes. */
export function useFocusReturn(screen: RefObject<HTMLElement | null>) {
  const before = useRef<HTMLElement | null>(null)
  return {
    remember() {
      const { activeElement } = document
      const isInside = activeElement instanceof HTMLElement && screen.current?.contains(activeElement)
      // While a result is open it has the focus, so keep the stored element.
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
