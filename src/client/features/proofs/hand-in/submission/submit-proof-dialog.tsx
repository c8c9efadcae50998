import { type RefObject, useRef } from 'react'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import type { Task } from '#contract/tasks/endpoints.ts'
import { ProofForm } from './proof-form.tsx'

interface SubmitProofDialogProps {
  companyId: string
  task: Pick<Task, 'id' | 'title'>
  open: boolean
  onOpenChange: (open: boolean) => void
  onSubmitted: () => void
  /** Element that takes the focus when the dialog closes. */
  opener: RefObject<HTMLElement | null>
}

export function SubmitProofDialog({ open, onOpenChange, onSubmitted, opener, ...proof }: SubmitProofDialogProps) {
  const mayClose = useRef(() => true)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next || mayClose.current()) && onOpenChange(next)}
      trigger={<FocusReturn to={opener} />}
      title="Submit Proof"
      description={<bdi className="wrap-anywhere">{proof.task.title}</bdi>}
      size="lg"
    >
      <ProofForm {...proof} mayClose={mayClose} onClose={() => onOpenChange(false)} onSubmitted={onSubmitted} />
    </Dialog>
  )
}
