import { useQuery } from '@tanstack/react-query'
import { History, RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { pointsText } from '#client/platform/formats/amounts.ts'
import { distanceOf, exactMomentOf, momentOf, useNow } from '#client/platform/formats/dates.ts'
import { useListUrl } from '#client/platform/navigation/list-url.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { PagedList } from '#client/platform/sections/paged-list.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import { StatusBadge } from '#client/ui/display/status-badge.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import type { ViewableFile } from '#contract/files/endpoints.ts'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import { FileThumbnail } from '../files/file-thumbnail.tsx'
import { downloadAddress, useIsUnplayable } from '../files/playback.ts'
import { filesAreGone, nameOfFile } from '../files/words.ts'
import { decidedProofs } from '../queries.ts'
import { DecidedFilterControls, decidedFilters } from './decided-filters.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'

/** All decisions, latest first; each can be undone. */
export function ReviewHistory() {
  const list = useListUrl(['reviewedAt'], 'reviewedAt', decidedFilters)
  const { q, sort, page, activeFilters } = list
  const decided = useQuery(decidedProofs({ q, sort, page, activeFilters }))
  const [reopening, setReopening] = useState<ReviewedProof>()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)
  const now = useNow()

  function ask(proof: ReviewedProof, button: HTMLElement) {
    opener.current = button
    setReopening(proof)
    setOpen(true)
  }

  return (
    <section aria-label="Decided proofs" className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-4xl p-4 lg:py-6">
        <PagedList
          list={list}
          query={decided}
          things={['decision', 'decisions']}
          search={{ label: 'Search decisions', placeholder: 'Company or task' }}
          filter={<DecidedFilterControls activeFilters={activeFilters} onFilter={list.filterBy} />}
          failure="Couldn’t load the decisions."
          skeleton={<HistorySkeleton />}
          empty={
            Object.keys(activeFilters).length > 0 ? (
              <EmptyState
                icon={History}
                title="No decisions match these filters"
                action={
                  <Button variant="outline" onClick={() => list.filterBy({})}>
                    Show all decisions
                  </Button>
                }
              />
            ) : (
              <EmptyState
                icon={History}
                title="No decisions yet"
                description="Proofs that were approved, rejected or sent back end up here."
              />
            )
          }
        >
          {(proofs) => (
            <ol className="divide-y divide-border overflow-clip rounded-lg border border-border bg-surface">
              {proofs.map((proof) => (
                <Line key={proof.id} proof={proof} now={now} onReopen={ask} />
              ))}
            </ol>
          )}
        </PagedList>
      </div>
      {reopening && (
        <ReopenDialog
          key={`${reopening.id} ${reopening.reviewedAt}`}
          proof={reopening}
          open={open}
          opener={opener}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

interface LineProps {
  proof: ReviewedProof
  now: number
  onReopen: (proof: ReviewedProof, button: HTMLElement) => void
}

function Line({ proof, now, onReopen }: LineProps) {
  const { companyId, companyName, taskTitle, status, reviewedAt, reviewedBy, adminNotes, pointsAwarded } = proof
  const name = `${companyName}: ${taskTitle}`
  return (
    <li className="grid gap-x-4 gap-y-2 p-4 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p dir="auto" className="wrap-anywhere">
          <Link href={paths.company(companyId)} className="font-semibold underline-offset-4 hover:underline">
            {companyName}
          </Link>{' '}
          {taskTitle}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted-foreground">
          <StatusBadge status={status} />
          {pointsAwarded !== null && <span className="font-semibold text-points">+{pointsText(pointsAwarded)}</span>}
          <span>
            by {reviewedBy ?? 'an administrator'}
            {reviewedAt && (
              <>
                ,{' '}
                <time dateTime={reviewedAt} title={exactMomentOf(reviewedAt)}>
                  {distanceOf(reviewedAt, now)}
                </time>
              </>
            )}
          </span>
        </p>
        {status === 'fix' && proof.fix && (
          <p className="mt-1 max-w-prose text-sm wrap-anywhere">
            {proof.fix.files.length} {proof.fix.files.length === 1 ? 'file' : 'files'} to replace by{' '}
            {momentOf(proof.fix.dueAt)}
          </p>
        )}
        {adminNotes && (
          <p dir="auto" className="mt-1 max-w-prose text-sm wrap-anywhere">
            “{adminNotes}”
          </p>
        )}
        {proof.files.length === 0 && <p className="mt-2 text-sm text-muted-foreground">{filesAreGone}</p>}
        <ul className="mt-2 flex flex-wrap gap-1.5 empty:hidden">
          {proof.files.map((file, index) => (
            <li key={file.path}>
              <FileLink file={file} name={nameOfFile(proof, index)} />
            </li>
          ))}
        </ul>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Reopen ${name}`}
        onClick={({ currentTarget }) => onReopen(proof, currentTarget)}
        className="self-start max-sm:justify-self-start"
      >
        <RotateCcw aria-hidden="true" />
        Reopen
      </Button>
    </li>
  )
}

/** Opens the file, or downloads it when this browser cannot play it. */
function FileLink({ file, name }: { file: ViewableFile; name: string }) {
  const isUnplayable = useIsUnplayable(file)
  return (
    <a
      href={isUnplayable ? downloadAddress(file) : file.url}
      download={isUnplayable || undefined}
      target="_blank"
      rel="noopener noreferrer"
      title={isUnplayable ? 'This browser can’t play this video. Download it.' : undefined}
      className="relative block size-11 overflow-hidden rounded-sm bg-sunken"
    >
      <FileThumbnail file={file} alt={name} className="size-full object-cover" />
      {isUnplayable && <span className="sr-only">Download</span>}
    </a>
  )
}

const rows = Array.from({ length: 6 }, (_, row) => row)

function HistorySkeleton() {
  return (
    <Loading label="Loading decisions…" className="flex flex-col gap-px overflow-clip rounded-lg">
      {rows.map((row) => (
        <Skeleton key={row} className="h-32" />
      ))}
    </Loading>
  )
}
