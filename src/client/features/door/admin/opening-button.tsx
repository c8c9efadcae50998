import { LockKeyhole, LockKeyholeOpen } from 'lucide-react'
import { Button } from '#client/ui/buttons/button.tsx'
import { type CheckInTimes, findClosure, isOpenedByHand } from '#contract/door/check-in-times.ts'
import { useCheckInOpening } from '../queries.ts'

type Props = { eventId: string; checkIn: CheckInTimes; now: Date }

/** Opens check-in by hand outside its hours, and closes it again. Hidden within the hours. */
export function OpeningButton({ eventId, checkIn, now }: Props) {
  const opening = useCheckInOpening(eventId)
  const isOpened = isOpenedByHand(checkIn, now)
  if (checkIn.cancelledAt || (!isOpened && !findClosure(checkIn, now))) return null
  // A single button for both actions keeps the focus.
  return (
    <Button
      variant="outline"
      pending={opening.isPending}
      pendingLabel={isOpened ? 'Closing...' : 'Opening...'}
      onClick={() => void opening.run(isOpened ? 'close' : 'open')}
    >
      {isOpened ? <LockKeyhole aria-hidden="true" /> : <LockKeyholeOpen aria-hidden="true" />}
      {isOpened ? 'Close check-in again' : 'Open check-in now'}
    </Button>
  )
}
