import { type FormEvent, useState } from 'react'
import { reasonOf } from '#client/platform/forms.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { FocusReturn } from '#client/ui/focus-return.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { limits } from '#contract/common.ts'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import { useCancelEvent } from '../queries.ts'
import type { EventActProps } from './event-dialog.tsx'

const number = new Intl.NumberFormat('en')

/** Everyone who has a place or waits for one. */
function countPeople({ pendingRegistrations, approvedRegistrations }: ManagedEvent): string {
  const people = pendingRegistrations + approvedRegistrations
  return people === 1 ? '1 person' : `${number.format(people)} people`
}

export function CancelEventDialog({ event, open, opener, onClose }: EventActProps) {
  const [reason, setReason] = useState('')
  const cancellation = useCancelEvent()
  const isEmpty = event.pendingRegistrations + event.approvedRegistrations === 0

  function cancel(submission: FormEvent) {
    submission.preventDefault()
    if (cancellation.isPending) return
    cancellation.mutate(
      { id: event.id, reason: reason.trim() || null },
      {
        onSuccess: (cancelled) => {
          onClose()
          const isAnyone = cancelled.pendingRegistrations + cancelled.approvedRegistrations > 0
          toast({
            title: 'Event cancelled',
            description: isAnyone ? `The emails to ${countPeople(cancelled)} are on their way.` : event.title,
          })
        },
        onError: (error) =>
          toast({
            variant: 'destructive',
            title: 'Failed to Cancel Event',
            description: reasonOf(error, 'Nothing was changed. Please try again.'),
          }),
      },
    )
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
          <bdi className="font-semibold wrap-anywhere text-foreground">{event.title}</bdi>
          <br />
          {isEmpty
            ? 'No one is registered, so no email is sent.'
            : `${countPeople(event)} will get an email that takes the event out of their calendar.`}{' '}
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
