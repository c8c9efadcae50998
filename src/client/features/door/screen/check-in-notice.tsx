import { Clock3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '#client/platform/formats/dates.ts'
import { dayAndTimeOf } from '#client/platform/formats/day-and-time.ts'
import { findClosure, isOpenedByHand } from '#contract/door/check-in-times.ts'
import type { DoorInfo } from '../device/door-store.ts'
import { closureTitle } from './labels.ts'

/** Notice outside the check-in hours; renders nothing within them. */
export function CheckInNotice({ info, action }: { info: DoorInfo | undefined; action?: ReactNode }) {
  const now = new Date(useNow() + (info?.clockOffset ?? 0))
  if (!info?.checkIn) return null
  const { checkIn } = info
  const closure = findClosure(checkIn, now)
  if (!closure && !isOpenedByHand(checkIn, now)) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-info-soft px-4 py-2 text-info">
      <Clock3 aria-hidden="true" className="size-5 shrink-0" />
      <p role="status" className="min-w-0 flex-1 basis-40 font-bold">
        {closure
          ? closureTitle(closure)
          : `Opened by hand until ${checkIn.openedUntil ? dayAndTimeOf(checkIn.openedUntil) : ''}`}
      </p>
      {action}
    </div>
  )
}
