import { type FormEvent, type RefObject, useState } from 'react'
import { pointsText } from '#client/platform/formats/amounts.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { SubjectName } from '#client/ui/display/subject-name.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Textarea } from '#client/ui/forms/textarea.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { limits } from '#contract/common.ts'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import { useReopening } from '../queries.ts'

interface ReopenDialogProps {
  proof: ReviewedProof
  open: boolean
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

export function ReopenDialog({ proof, open, opener, onClose }: ReopenDialogProps) {
  const reopening = useReopening()
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const name = `${proof.companyName}: ${proof.taskTitle}`

  function reopen(event: FormEvent) {
    event.preventDefault()
    if (!note.trim()) return setMissing(true)
    void reopening.run({ proof, note: note.trim() }, { onSuccess: onClose })
  }

  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !reopening.isPending && onClose()}
      size="sm"
      title="Reopen this proof?"
      description={
        <>
          <SubjectName>{name}</SubjectName> goes back to the queue.
          {proof.pointsAwarded !== null && ` It loses the ${pointsText(proof.pointsAwarded)} it earned.`}
        </>
      }
      className="dark scheme-dark"
    >
      <form noValidate onSubmit={reopen} className="contents">
        <DialogBody>
          <Field
            label="Note"
            hint="The company reads it under its submission."
            error={missing ? 'Please say why' : undefined}
          >
            <Textarea
              rows={3}
              maxLength={limits.notes}
              value={note}
              onChange={({ target }) => {
                setNote(target.value)
                setMissing(false)
              }}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline" disabled={reopening.isPending}>
              Cancel
            </Button>
          </DialogClose>
          <Button type="submit" pending={reopening.isPending} pendingLabel="Reopening...">
            Reopen
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
