import { SubjectName } from '#client/ui/display/subject-name.tsx'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import type { AttendeeDialogProps } from '../attendee-actions.ts'
import { nameOf } from '../attendee-labels.ts'

const words = {
  reissue: {
    title: 'Make a new QR code?',
    what: () => 'The old code stops working at once, also where it is printed. The new one is sent by email.',
    confirm: 'Create new QR code',
    pending: 'Making...',
  },
  reopen: {
    title: 'Reopen this registration?',
    what: (approved: boolean) =>
      approved
        ? 'It will be pending again, and the QR code stops working at once. No email is sent.'
        : 'It will be pending again. No email is sent.',
    confirm: 'Reopen',
    pending: 'Reopening...',
  },
}

export function QuestionDialog({
  action,
  attendee,
  actions,
  open,
  opener,
  onClose,
}: AttendeeDialogProps & { action: keyof typeof words }) {
  const { title, what, confirm, pending } = words[action]
  return (
    <ConfirmDialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !actions.isRunning && onClose()}
      title={title}
      description={
        <>
          <SubjectName>{nameOf(attendee)}</SubjectName>
          <br />
          {what(attendee.status === 'approved')}
        </>
      }
      confirmLabel={confirm}
      pendingLabel={pending}
      pending={actions.isRunning}
      onConfirm={() => void actions.run(attendee, action).then((done) => done && onClose())}
    />
  )
}
