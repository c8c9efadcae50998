import { useState } from 'react'
import { useTypedText } from '../forms/typed-text.ts'
import { ConfirmDialog } from './alert-dialog.tsx'
import { useOverlayHistory } from './overlay-history.ts'

interface GuardedCloseOptions {
  open: boolean
  /** Something besides typed text would be lost, such as a chosen colour. */
  unsaved?: boolean
  close: () => void
  /** It is a view with an address of its own, which is its history entry. */
  hasAddress?: boolean
}

/** One rule for everything that can be closed by a stray key, tap or the back button: it asks when typed text would be lost. */
export function useGuardedClose({ open, unsaved = false, close, hasAddress = false }: GuardedCloseOptions) {
  const [isAsking, setAsking] = useState(false)
  const { onFocusCapture, hasTypedText } = useTypedText(open)
  // The fields themselves are looked at, because state that a form reports upwards is late for a quick Escape.
  const hasUnsaved = () => unsaved || hasTypedText()

  function requestClose() {
    if (closeAbove()) return
    if (hasUnsaved()) setAsking(true)
    else close()
  }
  const { closeAbove } = useOverlayHistory(open && !hasAddress, { requestClose, hasUnsaved })

  return {
    requestClose,
    onFocusCapture,
    question: (
      <ConfirmDialog
        open={open && isAsking}
        onOpenChange={setAsking}
        title="Discard what you typed?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        destructive
        onConfirm={() => {
          setAsking(false)
          close()
        }}
      />
    ),
  }
}
