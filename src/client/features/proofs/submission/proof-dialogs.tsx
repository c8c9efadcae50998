import { useState } from 'react'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import { amountOf, type Kind, kinds } from '../draft/kinds.ts'
import type { ProofFiles } from '../draft/use-proof-files.ts'

/** Changes between photos and videos; asks first when that takes files out of the proof. */
export function useKindChange(files: ProofFiles) {
  const { kind, stored, moving, waiting } = files
  const [wanted, setWanted] = useState<Kind>()
  const amount = stored.length + moving.length + waiting.files.length
  const { many } = kinds[wanted ?? kind]
  return {
    change: (next: Kind) => (amount > 0 ? setWanted(next) : files.changeKind(next)),
    dialog: (
      <ConfirmDialog
        open={wanted !== undefined}
        onOpenChange={(open) => !open && setWanted(undefined)}
        title={`Change to ${many}?`}
        description={`A proof is either photos or videos. Your ${amountOf(amount, kind)} will be taken out of this proof. We keep uploaded files for 24 hours.`}
        confirmLabel={`Change to ${many}`}
        cancelLabel={`Keep the ${kinds[kind].many}`}
        onConfirm={() => {
          if (wanted) files.changeKind(wanted)
          setWanted(undefined)
        }}
      />
    ),
  }
}

interface StopUploadDialogProps {
  files: ProofFiles
  open: boolean
  onKeep: () => void
  onStop: () => void
}

export function StopUploadDialog({ files, open, onKeep, onStop }: StopUploadDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(wanted) => !wanted && onKeep()}
      title="Stop the upload?"
      description={`${amountOf(files.moving.length + files.converting, files.kind)} still on the way. What has arrived is kept for 24 hours.`}
      confirmLabel="Stop the upload"
      cancelLabel="Keep uploading"
      destructive
      onConfirm={() => {
        files.stop()
        onStop()
      }}
    />
  )
}
