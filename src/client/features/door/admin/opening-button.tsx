import { LockKeyhole, LockKeyholeOpen } from 'lucide-react'
import { dayAndTimeOf } from '#client/platform/day-and-time.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { runMutation } from '#client/platform/run-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { type CheckInTimes, findClosure, isOpenedByHand } from '#contract/door/check-in-times.ts'
import { useCheckInOpening } from '../queries.ts'

type Props = { eventId: string; checkIn: CheckInTimes; now: Date }

/** Opens check-in by hand outside its hours, and closes it again. Within its hours there is nothing to open. */
export function OpeningButton({ eventId, checkIn, now }: Props) {
  const opening = useCheckInOpening(eventId)
  const isOpened = isOpenedByHand(checkIn, now)
  if (checkIn.cancelledAt || (!isOpened && !findClosure(checkIn, now))) return null
  const change = () =>
    void runMutation(opening, isOpened ? 'close' : 'open', {
      onSuccess: ({ openedUntil }) =>
        toast(
          openedUntil
            ? { title: 'Check-in is open', description: `Until ${dayAndTimeOf(openedUntil)}, or until you close it.` }
            : { title: 'Check-in is closed again', description: 'Scans let no one in outside its hours.' },
        ),
      onError: (error) =>
        toast({
          variant: 'destructive',
          title: isOpened ? 'Check-in is still open' : 'Check-in is still closed',
          description: sentenceOf(error, 'Please try again.'),
        }),
    })
  // One button for both: the focus stays on it.
  return (
    <Button
      variant="outline"
      pending={opening.isPending}
      pendingLabel={isOpened ? 'Closing...' : 'Opening...'}
      onClick={change}
    >
      {isOpened ? <LockKeyhole aria-hidden="true" /> : <LockKeyholeOpen aria-hidden="true" />}
      {isOpened ? 'Close check-in again' : 'Open check-in now'}
    </Button>
  )
}
