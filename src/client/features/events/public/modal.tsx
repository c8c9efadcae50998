import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface Props {
  label: string
  onClose: () => void
  className: string
  children: ReactNode
}

/** The browser's own dialog: keeps the focus inside, closes on Escape, gives the focus back, and weighs nothing. */
export function Modal({ label, onClose, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before React takes the element away: closing is what gives the focus back, and only inside the page.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-label={label} onClose={onClose} className={className}>
      {children}
    </dialog>
  )
}
