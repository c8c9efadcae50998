import { SubjectName } from '#client/ui/display/subject-name.tsx'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { useDeleteEvent } from '../queries.ts'
import type { EventActionProps } from './event-dialog.tsx'

export function DeleteEventDialog({ event, open, opener, onClose }: EventActionProps) {
  const deletion = useDeleteEvent()
  return (
    <ConfirmDialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !deletion.isPending && onClose()}
      title="Delete this event?"
      description={
        <>
          <SubjectName>{event.title}</SubjectName>
          <br />
          Its page and its short link stop working. An event with registrations cannot be deleted, only deactivated.
        </>
      }
      confirmLabel="Delete event"
      pendingLabel="Deleting..."
      pending={deletion.isPending}
      destructive
      onConfirm={() => void deletion.run(event, { onSuccess: onClose, onError: onClose })}
    />
  )
}
