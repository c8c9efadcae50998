import { useRef, useState } from 'react'
import { SubjectName } from '#client/ui/display/subject-name.tsx'
import type { Registration } from '#contract/registrations/endpoints.ts'
import type { AttendeeDialogName, AttendeeDialogProps, RunAction } from '../attendee-actions.ts'
import { nameOf } from '../attendee-labels.ts'
import { AttendeeDetails } from './attendee-details.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { RejectDialog } from './reject-dialog.tsx'

/** State lives above the table: a live update may remove the row while its dialog is open. */
export function useAttendeeDialogs(actions: AttendeeDialogProps['actions']) {
  const [opened, setOpened] = useState<{ name: AttendeeDialogName; attendee: Registration; turn: number }>()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)

  const actOn: RunAction = (action, attendee, element) => {
    if (action === 'approve') return void actions.decide(attendee, { status: 'approved' })
    if (action === 'resend') return void actions.run(attendee, 'resend')
    // A dialog that opens the next one keeps the row as its opener.
    if (element) opener.current = element
    setOpened((before) => ({ name: action, attendee, turn: (before?.turn ?? 0) + 1 }))
    setOpen(true)
  }
  return { opened, open, opener, actions, actOn, onClose: () => setOpen(false) }
}

type Dialogs = ReturnType<typeof useAttendeeDialogs>

export function AttendeeDialogs({ rows, ...dialogs }: Dialogs & { rows: Registration[] }) {
  const { opened, open, opener, actions, actOn, onClose } = dialogs
  if (!opened) return null
  const { name, turn } = opened
  const attendee = rows.find(({ id }) => id === opened.attendee.id) ?? opened.attendee
  const props = { attendee, actions, open, opener, onClose }
  if (name === 'details') return <AttendeeDetails key={turn} {...props} onAct={actOn} />
  if (name !== 'reject') return <QuestionDialog key={turn} action={name} {...props} />
  return (
    <RejectDialog
      key={turn}
      open={open}
      opener={opener}
      onClose={onClose}
      title="Reject this registration?"
      description={
        <>
          <SubjectName>{nameOf(attendee)}</SubjectName> gets an email saying that there is no place.
        </>
      }
      confirmLabel="Reject"
      pending={actions.isDeciding}
      onReject={(reason) =>
        void actions.decide(attendee, { status: 'rejected', reason }).then((done) => done && onClose())
      }
    />
  )
}
