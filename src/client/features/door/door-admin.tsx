import { CheckInHours } from './admin/check-in-hours.tsx'
import { PassList } from './admin/pass-list.tsx'
import { ScanLog } from './admin/scan-log.tsx'

/** Volunteers' links and the scan log of an event. */
export function DoorAdmin({ eventId }: { eventId: string }) {
  return (
    <div className="flex flex-col gap-8">
      <CheckInHours eventId={eventId} />
      <PassList eventId={eventId} />
      <ScanLog eventId={eventId} />
    </div>
  )
}
