import { Plus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import { useCreateEvent, useEditEvent } from '../queries.ts'
import { eventCardId } from './event-card.tsx'
import { bodyOf } from './event-fields.ts'
import { EventForm } from './event-form.tsx'
import { announceCreated } from './short-link.tsx'

export function CreateEventDialog({ onCreated }: { onCreated: (event: ManagedEvent) => void }) {
  const [open, setOpen] = useState(false)
  const [dirty, setDirty] = useState(false)
  const creation = useCreateEvent()
  const button = useRef<HTMLButtonElement>(null)
  const createdId = useRef('')
  // Focus the button after Cancel, and the new card after Create: it exists once the dialog is closed.
  const focusedNext = {
    get current(): HTMLElement | null {
      return document.getElementById(createdId.current) ?? button.current
    },
  }
  function finish(event: ManagedEvent) {
    createdId.current = eventCardId(event)
    setOpen(false)
    announceCreated(event)
    onCreated(event)
  }
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="dialog"
        onClick={() => {
          createdId.current = ''
          setOpen(true)
        }}
      >
        <Plus aria-hidden="true" />
        Create Event
      </Button>
      <Dialog
        open={open}
        onOpenChange={(next) => !creation.isPending && setOpen(next)}
        unsaved={dirty}
        size="full"
        trigger={<FocusReturn to={focusedNext} />}
        title="Create Event"
        description="It goes public immediately and gets its own short link."
      >
        <EventForm
          submitLabel="Create Event"
          pendingLabel="Creating..."
          save={(fields, onError) => {
            const { eventDate, ...body } = bodyOf(fields)
            return creation.run({ ...body, eventDate: eventDate ?? '' }, { onSuccess: finish, onError })
          }}
          onDirty={setDirty}
        />
      </Dialog>
    </>
  )
}

export interface EventActionProps {
  event: ManagedEvent
  open: boolean
  /** Takes the focus back when the dialog closes. */
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

export function EditEventDialog({ event, open, opener, onClose }: EventActionProps) {
  const [dirty, setDirty] = useState(false)
  const edit = useEditEvent()
  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !edit.isPending && onClose()}
      unsaved={dirty}
      size="full"
      title="Edit Event"
      description="The short link and all registrations stay."
    >
      <EventForm
        event={event}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        save={(fields, onError) => edit.run({ id: event.id, ...bodyOf(fields) }, { onSuccess: onClose, onError })}
        onDirty={setDirty}
      />
    </Dialog>
  )
}
