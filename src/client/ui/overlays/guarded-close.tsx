import { useState } from 'react'
import { useTypedText } from '../forms/typed-text.ts'
import { ConfirmDialog } from './alert-dialog.tsx'
import { useOverlayHistory } from './overlay-history.ts'

interface GuardedCloseOptions {
  open: boolean
  /** True if closing would lose more than typed text, such as a chosen colour. */
  unsaved?: boolean
  close: () => void
  /** True for a view with an address, which is its history entry. */
  hasAddress?: boolean
}

/** Guards closing by key, tap or back button: opens a confirmation if typed text would be lost. */
export function useGuardedClose({ open, unsaved = false, close, hasAddress = false }: GuardedCloseOptions) {
  const [isAsking, setAsking] = useState(false)
  const { onFocusCapture, hasTypedText } = useTypedText(open)
  // Reads the DOM fields, because reported form state lags behind a quick Escape.
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
