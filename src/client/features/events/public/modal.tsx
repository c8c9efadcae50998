import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  label: string
  onClose: () => void
  className: string
  children: ReactNode
}

/** The browser's own dialog: keeps the focus inside, closes on Escape, gives the focus back, and weighs nothing. */
export function Modal({ label, onClose, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
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
