import { type FormEvent, type ReactNode, type RefObject, useState } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Textarea } from '#client/ui/forms/textarea.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { limits } from '#contract/common.ts'

interface RejectDialogProps {
  open: boolean
  opener: RefObject<HTMLElement | null>
  onClose: () => void
  title: string
  description: ReactNode
  confirmLabel: string
  pending: boolean
  onReject: (reason: string | undefined) => void
}

export function RejectDialog({ open, opener, onClose, onReject, pending, ...words }: RejectDialogProps) {
  const [reason, setReason] = useState('')

  function reject(event: FormEvent) {
    event.preventDefault()
    if (!pending) onReject(reason.trim() || undefined)
  }

  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !pending && onClose()}
      size="sm"
      title={words.title}
      description={words.description}
    >
      <form onSubmit={reject} className="contents">
        <DialogBody>
          <Field label="Reason" optional hint="This text goes into the email as you write it.">
            <Textarea
              rows={3}
              maxLength={limits.notes}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
              }}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline" disabled={pending}>
              Cancel
            </Button>
          </DialogClose>
          <Button type="submit" variant="destructive" pending={pending} pendingLabel="Rejecting...">
            {words.confirmLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
