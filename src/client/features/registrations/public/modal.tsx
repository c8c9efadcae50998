import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useOverlayHistory } from '#client/ui/overlays/overlay-history.ts'
import { ToastSlot } from '#client/ui/toasts/toast-slot.tsx'

interface Props {
  label: string
  onClose: () => void
  className: string
  children: ReactNode
}

/** The native dialog element: traps the focus, closes on Escape, restores the focus, and adds no library. */
export function Modal({ label, onClose, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useOverlayHistory(true, { requestClose: onClose })
  // Close before React removes the element: closing restores the focus, and only while it is in the page.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-label={label} onClose={onClose} className={className}>
      {children}
      {/* Inside the dialog: nothing outside it can be seen or pressed while it is open. */}
      <ToastSlot className="pointer-events-none fixed inset-x-0 top-0 z-10 flex justify-center" />
    </dialog>
  )
}
