import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { reasonOf } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { EmailFrame } from '#client/ui/display/email-frame.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { toast } from '#client/ui/toasts/toast-store.ts'
import type { NewEventMessage } from '#contract/attendee-mails/endpoints.ts'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import { MessageFields } from './message-fields.tsx'
import { type MessagePreview, peopleOf, useMessagePreview, useSendMessage } from './message-queries.ts'

interface Props {
  event: ManagedEvent
  open: boolean
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Three steps: write, preview with the number of recipients, send. */
export function MessageDialog({ event, open, opener, onClose }: Props) {
  const [written, setWritten] = useState<NewEventMessage>({ audience: 'approved', subject: '', text: '' })
  const [errors, setErrors] = useState<Partial<Record<keyof NewEventMessage, string>>>({})
  const [rendered, setRendered] = useState<MessagePreview>()
  const preview = useMessagePreview(event.id)
  const sending = useSendMessage(event.id)
  const form = useRef<HTMLFormElement>(null)

  function showPreview(submission: FormEvent) {
    submission.preventDefault()
    if (preview.isPending) return
    const missing = {
      ...(written.subject.trim() ? {} : { subject: 'Subject is required' }),
      ...(written.text.trim() ? {} : { text: 'Message is required' }),
    }
    setErrors(missing)
    const [first] = Object.keys(missing)
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    preview.mutate(written, {
      onSuccess: setRendered,
      onError: (error) =>
        toast({
          variant: 'destructive',
          title: 'Preview failed',
          description: reasonOf(error, 'Nothing was sent. Please try again.'),
        }),
    })
  }

  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !sending.isPending && onClose()}
      unsaved={written.subject !== '' || written.text !== ''}
      size="lg"
      title={rendered ? 'Send this message?' : 'New message'}
      description={rendered ? undefined : 'An email to the attendees of this event, in your own words.'}
    >
      {rendered ? (
        <PreviewStep
          rendered={rendered}
          pending={sending.isPending}
          onBack={() => setRendered(undefined)}
          onSend={() => void sending.run(written, { onSuccess: onClose })}
        />
      ) : (
        <form ref={form} noValidate onSubmit={showPreview} className="contents">
          <DialogBody>
            <MessageFields event={event} written={written} errors={errors} onChange={setWritten} />
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" pending={preview.isPending} pendingLabel="Preparing...">
              Preview
            </Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  )
}

interface PreviewStepProps {
  rendered: MessagePreview
  pending: boolean
  onBack: () => void
  onSend: () => void
}

function PreviewStep({ rendered: { recipients, mailsOff, email }, pending, onBack, onSend }: PreviewStepProps) {
  // The pressed button is gone, so the next step takes the focus.
  const focusOnce = useRef((element: HTMLElement | null) => element?.focus())
  return (
    <>
      <DialogBody className="flex flex-col gap-3">
        <p ref={focusOnce.current} tabIndex={-1} role="status" className="font-semibold outline-none">
          {recipients === 0
            ? 'There is no one to send this message to.'
            : `${peopleOf(recipients)} will get this email.`}
          {mailsOff > 0 && ` ${peopleOf(mailsOff)} turned messages off and will not get it.`}
        </p>
        {email && (
          <>
            <p className="text-sm text-muted-foreground wrap-anywhere">{`As ${email.to} gets it:`}</p>
            <div className="overflow-hidden rounded-lg border border-border bg-surface">
              <p dir="auto" className="border-b border-border px-4 py-3 font-semibold wrap-anywhere">
                {email.subject}
              </p>
              <EmailFrame html={email.html} />
            </div>
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" disabled={pending} onClick={onBack}>
          Back to the text
        </Button>
        <Button disabled={recipients === 0} pending={pending} pendingLabel="Sending..." onClick={onSend}>
          {recipients === 0 ? 'Send' : `Send to ${peopleOf(recipients)}`}
        </Button>
      </DialogFooter>
    </>
  )
}
