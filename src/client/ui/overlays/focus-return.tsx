import { type Ref, type RefObject, useImperativeHandle } from 'react'

/**
 * For a dialog with many openers: as its `trigger`, it returns the focus to the actual opener. Renders nothing. If the
 * opener is gone, the main element takes the focus.
 */
export function FocusReturn({ to, ref }: { to: RefObject<HTMLElement | null>; ref?: Ref<{ focus: () => void }> }) {
  useImperativeHandle(ref, () => ({
    focus() {
      const opener = to.current?.isConnected ? to.current : document.querySelector('main')
      opener?.focus()
    },
  }))
  return null
}
