import { type Ref, type RefObject, useImperativeHandle } from 'react'

/**
 * For a dialog that many elements open: given as its `trigger`, it sends the focus back to the one that did.
 * Draws nothing. The opener may be gone by then, and the page's main part takes the focus instead.
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
