import { useQuery } from '@tanstack/react-query'
import { ScanLine } from 'lucide-react'
import { useId, useState } from 'react'
import { exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { useRetainedError } from '#client/platform/requests/retained-error.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Badge, type BadgeTone } from '#client/ui/display/badge.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { ListResult } from '#client/ui/lists/list-result.tsx'
import { Pager } from '#client/ui/lists/pager.tsx'
import type { DoorScan, ScanResult } from '#contract/door/endpoints.ts'
import { doorScans, type ScanFilter, scansPerPage } from '../queries.ts'

const filters: { only: ScanFilter; label: string; empty: string }[] = [
  { only: undefined, label: 'All scans', empty: 'No scans yet.' },
  { only: 'conflicts', label: 'Conflicts', empty: 'No conflicts.' },
  { only: 'failed', label: 'Failed', empty: 'No failed scans.' },
]

/** Scans at the door, the newest first; new lines appear live. */
export function ScanLog({ eventId }: { eventId: string }) {
  const [only, setOnly] = useState<ScanFilter>()
  const [page, setPage] = useState(1)
  const log = useQuery(doorScans(eventId, only, page))
  const error = useRetainedError(log)
  const titleId = useId()
  const empty = filters.find((filter) => filter.only === only)?.empty ?? ''
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-xl">
          Scan log
        </h2>
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Which scans</legend>
          {filters.map((filter) => (
            <Button
              key={filter.label}
              variant={filter.only === only ? 'secondary' : 'ghost'}
              aria-pressed={filter.only === only}
              onClick={() => {
                setOnly(filter.only)
                setPage(1)
              }}
            >
              {filter.label}
            </Button>
          ))}
        </fieldset>
      </div>
      <ListResult
        items={log.data?.items}
        failure={error ? sentenceOf(error, 'Couldn’t load the log.') : undefined}
        outdated={log.isPlaceholderData}
        onRetry={() => void log.refetch()}
        retrying={log.isFetching}
        q=""
        page={page}
        onClear={() => undefined}
        onFirstPage={() => setPage(1)}
        skeleton={
          <Loading label="Loading the log…">
            <Skeleton className="h-40 w-full" />
          </Loading>
        }
        empty={<EmptyState icon={ScanLine} title={empty} description="Every scan is written down here at once." />}
      >
        {(scans) => (
          <ol className="divide-y divide-border rounded-lg border border-border bg-surface">
            {scans.map((scan) => (
              <ScanLineRow key={scan.id} scan={scan} />
            ))}
          </ol>
        )}
      </ListResult>
      <Pager page={page} size={scansPerPage} total={log.data?.total ?? 0} things="scans" onTurn={setPage} />
    </section>
  )
}

const results: Record<ScanResult, { tone: BadgeTone; word: string }> = {
  ok: { tone: 'success', word: 'Let in' },
  already: { tone: 'warning', word: 'Already inside' },
  pending: { tone: 'warning', word: 'Not approved yet' },
  rejected: { tone: 'destructive', word: 'Rejected' },
  revoked: { tone: 'destructive', word: 'Code no longer valid' },
  closed: { tone: 'warning', word: 'Check-in was closed' },
  'wrong-event': { tone: 'destructive', word: 'Another event' },
  invalid: { tone: 'destructive', word: 'Not one of our codes' },
}

function ScanLineRow({ scan }: { scan: DoorScan }) {
  const { tone, word } = results[scan.result]
  const late = Date.parse(scan.receivedAt) - Date.parse(scan.at) > 60_000
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-anywhere">
          {scan.attendee ? `${scan.attendee.firstName} ${scan.attendee.lastName}` : 'Unknown'}
          {scan.attendee?.companyName && (
            <span className="font-normal text-muted-foreground">, {scan.attendee.companyName}</span>
          )}
        </p>
        <p className="text-sm text-muted-foreground wrap-anywhere">
          <time dateTime={scan.at} title={exactMomentOf(scan.at)}>
            {momentOf(scan.at)}
          </time>
          {scan.gate && ` · ${scan.gate}`}
          {scan.by !== scan.gate && ` · ${scan.by}`}
          {late && ` · received ${momentOf(scan.receivedAt)}`}
        </p>
      </div>
      <p className="flex flex-wrap gap-1">
        {scan.conflict && <Badge tone="flame">Conflict</Badge>}
        {scan.undone && <Badge>Undone</Badge>}
        <Badge tone={tone}>{word}</Badge>
      </p>
    </li>
  )
}
