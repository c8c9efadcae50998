import { queryOptions, useQuery } from '@tanstack/react-query'
import { Construction } from 'lucide-react'
import { boot, isKeptPage } from '#client/platform/boot.ts'
import { callUnparsed } from '#client/platform/requests/api.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import type { readMaintenance } from '#contract/system.ts'

/** Maintenance sentence in the HTML of a signed-in user; a page from the worker's cache is older than that. */
const writtenSentence = () => (isKeptPage() ? undefined : boot()?.maintenance)

const maintenance = queryOptions({
  queryKey: ['maintenance'], // the same word as the live topic
  // Unparsed, because every first screen calls it and must not load the contract.
  queryFn: async () =>
    (await callUnparsed<typeof readMaintenance>({ method: 'GET', path: '/maintenance' }, {})).sentence,
  initialData: writtenSentence,
})

/** Displays the operators' sentence on every screen while changes are paused. */
export function MaintenanceNotice() {
  const { data: sentence } = useQuery(maintenance)
  return (
    <div role="status" className="contents">
      {sentence && (
        <Notice icon={Construction} tone="warning" className="mb-4 wrap-anywhere">
          {sentence}
        </Notice>
      )}
    </div>
  )
}
