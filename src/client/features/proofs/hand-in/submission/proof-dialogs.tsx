import { useState } from 'react'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import { amountOf, type Kind, kinds } from '../../files/kinds.ts'
import type { ProofDraft } from '../draft/proof-draft.ts'
import { useDraft } from '../draft/use-draft.ts'

/** Switches between photos and videos; confirms first if the proof has files. */
export function useKindChange(draft: ProofDraft) {
  const { kind, count: amount } = useDraft(draft, 'kind', 'count')
  const [requestedKind, setRequestedKind] = useState<Kind>()
  const { many } = kinds[requestedKind ?? kind]
  return {
    change: (next: Kind) => (amount > 0 ? setRequestedKind(next) : draft.changeKind(next)),
    dialog: (
      <ConfirmDialog
        open={requestedKind !== undefined}
        onOpenChange={(open) => !open && setRequestedKind(undefined)}
        title={`Change to ${many}?`}
        description={`A proof is either photos or videos. Your ${amountOf(amount, kind)} will be taken out of this proof. We keep uploaded files for 24 hours.`}
        confirmLabel={`Change to ${many}`}
        cancelLabel={`Keep the ${kinds[kind].many}`}
        onConfirm={() => {
          if (requestedKind) draft.changeKind(requestedKind)
          setRequestedKind(undefined)
        }}
      />
    ),
  }
}

interface StopUploadDialogProps {
  draft: ProofDraft
  open: boolean
  onKeep: () => void
  onStop: () => void
}

export function StopUploadDialog({ draft, open, onKeep, onStop }: StopUploadDialogProps) {
  const { moving, converting, kind } = useDraft(draft, 'moving', 'converting', 'kind')
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onKeep()}
      title="Stop the upload?"
      description={`${amountOf(moving.length + converting, kind)} still on the way. What has arrived is kept for 24 hours.`}
      confirmLabel="Stop the upload"
      cancelLabel="Keep uploading"
      destructive
      onConfirm={() => {
        draft.stop()
        onStop()
      }}
    />
  )
}
