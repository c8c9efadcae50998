import { useState } from 'react'

export interface OpenState {
  /** Undefined: the part keeps its own state. */
  open?: boolean
  defaultOpen?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Open state, controlled by its owner or by itself. */
export function useOpenState({ open, defaultOpen = false, onOpenChange }: OpenState) {
  const [ownOpen, setOwnOpen] = useState(defaultOpen)
  const setOpen = (next: boolean) => {
    setOwnOpen(next)
    onOpenChange?.(next)
  }
  return [open ?? ownOpen, setOpen] as const
}
