import { CloudOff, CloudUpload, Wifi } from 'lucide-react'
import { clockOf, distanceOf, useNow } from '#client/platform/formats/dates.ts'
import { cn } from '#client/ui/cn.ts'
import type { DoorState } from '../device/door-device.ts'

/** Network state, number of unsent scans, and age of the stored list. */
export function ConnectionState({ state }: { state: DoorState }) {
  const now = useNow()
  const { unreachable, waiting, list } = state
  const Icon = unreachable ? CloudOff : waiting.length > 0 ? CloudUpload : Wifi
  const listAt = list && new Date(list.fetchedAt).toISOString()
  return (
    <div
      role="status"
      className={cn(
        'flex flex-wrap items-center gap-x-3 px-4 py-1.5 text-sm',
        unreachable ? 'bg-info-soft text-info' : 'text-muted-foreground',
      )}
    >
      <span className="flex items-center gap-1.5 font-bold">
        <Icon aria-hidden="true" className="size-4" />
        {unreachable ? 'Offline: scanning goes on' : 'Online'}
        {waiting.length > 0 && `, ${waiting.length} waiting`}
      </span>
      <span>
        {listAt ? `List from ${clockOf(listAt)}, ${distanceOf(listAt, now)}` : 'Offline list not downloaded yet'}
      </span>
    </div>
  )
}
