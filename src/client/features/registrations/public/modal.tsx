import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useOverlayHistory } from '#client/ui/overlays/overlay-history.ts'
import { ToastSlot } from '#client/ui/toasts/toast-slot.tsx'

interface Props {
  label: string
  onClose: () => void
  className: string
  children: ReactNode
}

/** The browser's own dialog: keeps the focus inside, closes on Escape, gives the focus back, and weighs nothing. */
export function Modal({ label, onClose, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useOverlayHistory(true, { requestClose: onClose })
  // Before React takes the element away: closing is what gives the focus back, and only inside the page.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-label={label} onClose={onClose} className={className}>
      {children}
      {/* Nothing outside the dialog can be seen or pressed while it is open. */}
      <ToastSlot className="pointer-events-none fixed inset-x-0 top-0 z-10 flex justify-center" />
    </dialog>
  )
}
