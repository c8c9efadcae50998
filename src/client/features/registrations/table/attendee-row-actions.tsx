import { ChevronDown, Ellipsis, QrCode, RotateCcw, ScanLine, UserRound, X } from 'lucide-react'
import { useContext, useRef } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { cn } from '#client/ui/cn.ts'
import { DropdownItem, DropdownMenu } from '#client/ui/overlays/dropdown-menu.tsx'
import type { Registration } from '#contract/registrations/endpoints.ts'
import { EventCancelledContext, type RunAction } from '../attendee-actions.ts'
import { isRejectable, nameOf } from '../attendee-labels.ts'

interface AttendeeActionsProps {
  attendee: Registration
  /** Element that tells namesakes apart. */
  describedBy: string | undefined
  onAct: RunAction
}

/** One press for what comes next, a menu for the rest; row keys find the buttons by `data-control`. */
export function AttendeeActions({ attendee, describedBy, onAct }: AttendeeActionsProps) {
  const name = nameOf(attendee)
  const isCancelled = useContext(EventCancelledContext)
  const next = isCancelled ? undefined : nextActions[attendee.status]
  return (
    <div className="flex items-center tabular:justify-end">
      {next && (
        <Button
          // Another action is another element, so that the focus never stands on a button that changed its meaning.
          key={next.action}
          variant="outline"
          size="sm"
          data-control={next.action}
          aria-label={next.nameFor(name)}
          aria-describedby={describedBy}
          aria-keyshortcuts={next.key}
          onClick={({ currentTarget }) => onAct(next.action, attendee, currentTarget)}
          className={cn('tabular:rounded-r-none', next.className)}
        >
          {next.label}
        </Button>
      )}
      <AttendeeMenu attendee={attendee} describedBy={describedBy} joined={next !== undefined} onAct={onAct} />
    </div>
  )
}

interface NextAction {
  action: 'approve' | 'resend'
  label: string
  nameFor: (name: string) => string
  key?: string
  className?: string
}

const nextActions: Partial<Record<Registration['status'], NextAction>> = {
  pending: {
    action: 'approve',
    label: 'Approve',
    nameFor: (name) => `Approve ${name}`,
    key: 'A',
    className: '[&]:border-success/60 [&]:text-success',
  },
  // On narrow screens the details have it.
  approved: {
    action: 'resend',
    label: 'Resend QR',
    nameFor: (name) => `Resend QR email to ${name}`,
    className: 'stacked:hidden',
  },
}

/** Narrow rows have no menu: a tap opens the details, which have the same actions. */
function AttendeeMenu({ attendee, describedBy, joined, onAct }: AttendeeActionsProps & { joined: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const { status, checkedIn } = attendee
  const isCancelled = useContext(EventCancelledContext)
  const decided = !isCancelled && (status === 'approved' || status === 'rejected')
  const act = (name: Parameters<RunAction>[0]) => () => onAct(name, attendee, button.current)
  const Icon = joined ? ChevronDown : Ellipsis
  return (
    <DropdownMenu
      trigger={
        <Button
          ref={button}
          variant={joined ? 'outline' : 'ghost'}
          size="icon-sm"
          data-control="more"
          aria-label={`More actions for ${nameOf(attendee)}`}
          aria-describedby={describedBy}
          className={cn(joined && '-ml-px h-9 rounded-l-none', 'stacked:hidden')}
        >
          <Icon aria-hidden="true" />
        </Button>
      }
    >
      {isRejectable(attendee) && !isCancelled && (
        <DropdownItem icon={X} destructive onSelect={act('reject')}>
          Reject
        </DropdownItem>
      )}
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
