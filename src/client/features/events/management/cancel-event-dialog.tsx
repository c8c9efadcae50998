import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { SubjectName } from '#client/ui/display/subject-name.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Textarea } from '#client/ui/forms/textarea.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { limits } from '#contract/common.ts'
import { countRegistered, peopleText, useCancelEvent } from '../queries.ts'
import type { EventActionProps } from './event-dialog.tsx'

export function CancelEventDialog({ event, open, opener, onClose }: EventActionProps) {
  const [reason, setReason] = useState('')
  const cancellation = useCancelEvent()
  const registered = countRegistered(event)
  const isEmpty = registered === 0

  function cancel(submission: FormEvent) {
    submission.preventDefault()
    if (cancellation.isPending) return
    void cancellation.run({ id: event.id, reason: reason.trim() || null }, { onSuccess: onClose })
  }

  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !cancellation.isPending && onClose()}
      size="sm"
      title="Cancel this event?"
      description={
        <>
          <SubjectName>{event.title}</SubjectName>
          <br />
          {isEmpty
            ? 'No one is registered, so no email is sent.'
            : `${peopleText(registered)} will get an email that takes the event out of their calendar.`}{' '}
          Its page will say that it was cancelled. This cannot be undone.
        </>
      }
    >
      <form onSubmit={cancel} className="contents">
        <DialogBody>
          <Field
            label="Reason"
            optional
            hint={`Shown on the event’s page${isEmpty ? '' : ' and in the email'}, as you write it.`}
          >
            <Textarea
              rows={3}
              maxLength={limits.notes}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline" disabled={cancellation.isPending}>
              Keep event
            </Button>
          </DialogClose>
          <Button type="submit" variant="destructive" pending={cancellation.isPending} pendingLabel="Cancelling...">
            Cancel event
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
