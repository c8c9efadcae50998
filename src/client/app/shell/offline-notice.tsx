import { CloudOff } from 'lucide-react'
import { momentOf } from '#client/platform/formats/dates.ts'
import { useShownFromDevice } from '#client/platform/offline/shown-from-device.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'

/** Age of the data when the app was opened offline. */
export function OfflineNotice() {
  const keptAt = useShownFromDevice()
  return (
    <div role="status" className="contents">
      {keptAt !== undefined && (
        <Notice icon={CloudOff} tone="warning" className="mb-4">
          There is no network. This is what your device last knew, on {momentOf(new Date(keptAt).toISOString())}. You
          can add photos; they are sent when the network is back.
        </Notice>
      )}
    </div>
  )
}
