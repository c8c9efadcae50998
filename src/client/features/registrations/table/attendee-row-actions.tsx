import { Ellipsis, QrCode, RotateCcw, ScanLine, UserRound } from 'lucide-react'
import { useContext, useRef } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { DropdownItem, DropdownMenu } from '#client/ui/overlays/dropdown-menu.tsx'
import type { Registration } from '#contract/registrations/endpoints.ts'
import { EventCancelledContext, type RunAction } from '../attendee-actions.ts'
import { isUnconfirmed, nameOf } from '../attendee-labels.ts'

/** Buttons of one attendee; row keys find them by `data-control`. */
export function AttendeeActions({ attendee, onAct }: { attendee: Registration; onAct: RunAction }) {
  const name = nameOf(attendee)
  const isCancelled = useContext(EventCancelledContext)
  return (
    <div className="flex items-center gap-1 stacked:mt-2 stacked:w-full tabular:justify-end">
      {attendee.status === 'pending' && !isCancelled && (
        <>
          <Button
            variant="outline"
            size="sm"
            data-control="approve"
            aria-label={`Approve ${name}`}
            aria-keyshortcuts="A"
            onClick={({ currentTarget }) => onAct('approve', attendee, currentTarget)}
            className="stacked:flex-1 [&]:border-success/60 [&]:text-success"
          >
            Approve
          </Button>
          {!isUnconfirmed(attendee) && (
            <Button
              variant="outline"
              size="sm"
              data-control="reject"
              aria-label={`Reject ${name}`}
              aria-keyshortcuts="R"
              onClick={({ currentTarget }) => onAct('reject', attendee, currentTarget)}
              className="stacked:flex-1 [&]:border-destructive/60 [&]:text-destructive"
            >
              Reject
            </Button>
          )}
        </>
      )}
      {attendee.status === 'approved' && !isCancelled && (
        <Button
          variant="outline"
          size="sm"
          data-control="resend"
          aria-label={`Resend QR email to ${name}`}
          onClick={({ currentTarget }) => onAct('resend', attendee, currentTarget)}
          className="stacked:flex-1"
        >
          Resend QR email
        </Button>
      )}
      <AttendeeMenu attendee={attendee} onAct={onAct} />
    </div>
  )
}

function AttendeeMenu({ attendee, onAct }: { attendee: Registration; onAct: RunAction }) {
  const button = useRef<HTMLButtonElement>(null)
  const { status, checkedIn } = attendee
  const isCancelled = useContext(EventCancelledContext)
  const decided = !isCancelled && (status === 'approved' || status === 'rejected')
  const act = (name: Parameters<RunAction>[0]) => () => onAct(name, attendee, button.current)
  return (
    <DropdownMenu
      trigger={
        <Button
          ref={button}
          variant="ghost"
          size="icon-sm"
          data-control="more"
          aria-label={`More actions for ${nameOf(attendee)}`}
          className="stacked:ml-auto"
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <DropdownItem icon={UserRound} onSelect={act('details')}>
        Show details
      </DropdownItem>
      {status === 'approved' && !isCancelled && (
        <DropdownItem icon={QrCode} disabled={checkedIn} onSelect={act('reissue')}>
          New QR code
        </DropdownItem>
      )}
      {decided && (
        <DropdownItem icon={RotateCcw} disabled={checkedIn} onSelect={act('reopen')}>
          Reopen
        </DropdownItem>
      )}
      {checkedIn && (
        <p className="flex max-w-60 items-start gap-2 px-2.5 py-1.5 text-sm text-muted-foreground">
          <ScanLine aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          Already checked in: the code and the decision can no longer be changed.
        </p>
      )}
    </DropdownMenu>
  )
}
