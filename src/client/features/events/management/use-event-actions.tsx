import { useRef, useState } from 'react'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import { useActivateEvent } from '../queries.ts'
import { CancelEventDialog } from './cancel-event-dialog.tsx'
import { DeleteEventDialog } from './delete-event-dialog.tsx'
import type { EventAction, OnEventAction } from './event-card.tsx'
import { EditEventDialog } from './event-dialog.tsx'

type DialogAction = Exclude<EventAction, 'activate' | 'deactivate'>
const dialogs = { edit: EditEventDialog, cancel: CancelEventDialog, delete: DeleteEventDialog }

/** State lives above the cards: a live update may remove the card while its dialog has typed text. */
export function useEventActions() {
  const [opened, setOpened] = useState<{ act: DialogAction; event: ManagedEvent; turn: number }>()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)
  const activation = useActivateEvent()

  const runAction: OnEventAction = (what, event, button) => {
    if (what === 'activate' || what === 'deactivate') {
      return void activation.run({ id: event.id, isActive: what === 'activate' })
    }
    opener.current = button
    setOpened((before) => ({ act: what, event, turn: (before?.turn ?? 0) + 1 }))
    setOpen(true)
  }

  const ActDialog = dialogs[opened?.act ?? 'edit']
  const element = opened && (
    <ActDialog key={opened.turn} event={opened.event} open={open} opener={opener} onClose={() => setOpen(false)} />
  )
  return { act: runAction, element }
}
