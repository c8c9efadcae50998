import { useState } from 'react'

export interface OpenState {
  /** Undefined for an uncontrolled component. */
  open?: boolean
  defaultOpen?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Open state, controlled or uncontrolled. */
export function useOpenState({ open, defaultOpen = false, onOpenChange }: OpenState) {
  const [ownOpen, setOwnOpen] = useState(defaultOpen)
  const setOpen = (next: boolean) => {
    setOwnOpen(next)
    onOpenChange?.(next)
  }
  return [open ?? ownOpen, setOpen] as const
}
