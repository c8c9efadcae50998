import { useRef, useState } from 'react'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { toast } from '#client/ui/toasts/toast-store.ts'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import type { Registration } from '#contract/registrations/endpoints.ts'
import { countOf, people } from '../attendee-labels.ts'
import { RejectDialog } from '../dialogs/reject-dialog.tsx'
import { type AttendeeCounts, type AttendeeView, type Decision, failureWithReason, readAllFound } from '../queries.ts'
import { asListed, type useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useMany } from './use-many.ts'

interface SelectedProps {
  event: ManagedEvent
  selection: ReturnType<typeof useSelection>
  /** The rows of the current page. */
  rows: Registration[]
  total: number
  view: Omit<AttendeeView, 'page'>
  counts: AttendeeCounts | undefined
}

const selectionFailure = failureWithReason('Failed to fetch registrations', 'No one was added to the selection')

/** Bulk actions on the selected attendees. */
export function Selected({ event, selection, rows, total, view, counts }: SelectedProps) {
  const { chosen, choose, clear } = selection
  const { progress, decide } = useMany(event.id)
  const [asking, setAsking] = useState<'approve' | 'reject'>()
  const [turn, setTurn] = useState(0)
  const [choosingAll, setChoosingAll] = useState(false)
  const opener = useRef<HTMLElement>(null)
  const attendees = asListed(chosen, rows)
  const pending = attendees.filter(({ status }) => status === 'pending').length

  const ask = (action: 'approve' | 'reject') => (element: HTMLElement) => {
    opener.current = element
    setTurn(turn + 1)
    setAsking(action)
  }

  async function chooseAll() {
    setChoosingAll(true)
    try {
      choose(await readAllFound(event.id, view), true)
    } catch (error) {
      toast({ variant: 'destructive', ...selectionFailure(error) })
    }
    setChoosingAll(false)
  }

  async function settle(decision: Decision) {
    setAsking(undefined)
    if (await decide(attendees, decision)) clear()
  }

  const close = () => setAsking(undefined)
  const placesLeft = countPlacesLeft(counts, attendees)
  return (
    <>
      {chosen.size > 0 && (
        <SelectionBar
          chosen={attendees.length}
          pending={pending}
          more={chosen.size < total ? total : undefined}
          onChooseAll={() => void chooseAll()}
          choosingAll={choosingAll}
          progress={progress}
          onApprove={ask('approve')}
          onReject={ask('reject')}
          onClear={clear}
        />
      )}
      <ConfirmDialog
        trigger={<FocusReturn to={opener} />}
        open={asking === 'approve'}
        onOpenChange={(open) => !open && close()}
        title={`Approve ${people(pending)}?`}
        description={
          placesLeft < pending ? placesSentence(placesLeft) : 'Each of them gets an email with a QR code now.'
        }
        confirmLabel={`Approve ${countOf(pending)}`}
        onConfirm={() => void settle({ status: 'approved' })}
      />
      <RejectDialog
        key={turn}
        open={asking === 'reject'}
        opener={opener}
        onClose={close}
        title={`Reject ${people(pending)}?`}
        description="Each of them gets an email saying that there is no place."
        confirmLabel={`Reject ${countOf(pending)}`}
        pending={false}
        onReject={(reason) => void settle({ status: 'rejected', reason })}
      />
    </>
  )
}

/** Places left for these attendees; their open offers do not reduce it. */
function countPlacesLeft(counts: AttendeeCounts | undefined, attendees: Registration[]): number {
  if (!counts || counts.capacity === null) return Number.POSITIVE_INFINITY
  const offeredToThem = attendees.filter(({ offer }) => offer?.open).length
  return Math.max(0, counts.capacity - counts.approved - counts.offered + offeredToThem)
}

function placesSentence(left: number): string {
  if (left === 0) return 'No places left (taken or offered).'
  const places = left === 1 ? 'is 1 place' : `are ${countOf(left)} places`
  return `There ${places} left. Those who registered first are approved and get an email with a QR code; the others stay on the list.`
}
