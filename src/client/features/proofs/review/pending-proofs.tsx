import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck, History, ScanSearch } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { exactMomentOf, momentOf, useNow } from '#client/platform/formats/dates.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { useRetainedError } from '#client/platform/requests/retained-error.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { SearchInput } from '#client/ui/forms/search-input.tsx'
import { Card, CardHeader } from '#client/ui/layout/card.tsx'
import { ListResult } from '#client/ui/lists/list-result.tsx'
import { Pager } from '#client/ui/lists/pager.tsx'
import type { PendingProof } from '#contract/proofs/endpoints.ts'
import { FileThumbnail } from '../files/file-thumbnail.tsx'
import { pendingPerPage, pendingProofs } from '../queries.ts'
import { filesOf, kindOf } from './decision/labels.ts'
import { WaitingBadges } from './decision/waiting-badges.tsx'
import { ReviewDialog } from './review-dialog.tsx'

/** Proofs without a decision, oldest first: a section of the administrators' dashboard. */
export function PendingProofs() {
  const [view, setView] = useState({ q: '', page: 1 })
  const pending = useQuery(pendingProofs(view))
  const error = useRetainedError(pending)
  const dialog = useReviewDialog()
  const total = pending.data?.total ?? 0
  return (
    <Card id="proofs" tabIndex={-1} aria-label="Pending Proof Reviews" className="@container">
      <CardHeader
        title="Pending Proof Reviews"
        action={
          <div className="-my-1 flex flex-wrap gap-2">
            <LinkButton href={paths.decided} variant="ghost" size="sm">
              <History aria-hidden="true" className="max-sm:hidden" />
              History
            </LinkButton>
            {total > 0 && (
              <LinkButton href={paths.review} variant="outline" size="sm" className="max-sm:hidden">
                <ScanSearch aria-hidden="true" />
                Review mode
              </LinkButton>
            )}
          </div>
        }
      />
      {(view.q || total > pendingPerPage) && (
        <SearchInput
          label="Search pending proofs"
          placeholder="Company or task"
          value={view.q}
          onSearch={(q) => setView({ q, page: 1 })}
          className="px-5 pb-3"
        />
      )}
      <div className="[&_.rounded-lg.border]:border-0">
        <ListResult
          items={pending.data?.items}
          failure={error ? sentenceOf(error, 'The proofs did not load.') : undefined}
          outdated={pending.isPlaceholderData}
          onRetry={() => void pending.refetch()}
          retrying={pending.isFetching}
          q={view.q}
          page={view.page}
          onClear={() => setView({ q: '', page: 1 })}
          onFirstPage={() => setView({ ...view, page: 1 })}
          skeleton={<PendingSkeleton />}
          empty={
            <EmptyState
              icon={ClipboardCheck}
              title="All proofs reviewed!"
              description="New submissions show up here by themselves."
            />
          }
        >
          {(proofs) => <Lines proofs={proofs} onReview={dialog.openFor} />}
        </ListResult>
      </div>
      <Pager
        page={view.page}
        size={pendingPerPage}
        total={total}
        things="proofs"
        onTurn={(page) => setView({ ...view, page })}
        className="border-t border-border px-5 py-3"
      />
      {dialog.element}
    </Card>
  )
}

type OpenReview = (proof: PendingProof, opener: HTMLElement) => void

function Lines({ proofs, onReview }: { proofs: PendingProof[]; onReview: OpenReview }) {
  const now = useNow()
  return (
    <ol className="divide-y divide-border border-t border-border">
      {proofs.map((proof) => (
        <Line key={proof.id} proof={proof} now={now} onReview={onReview} />
      ))}
    </ol>
  )
}

function Line({ proof, now, onReview }: { proof: PendingProof; now: number; onReview: OpenReview }) {
  const nameId = useId()
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-5 py-3 @lg:grid-cols-[auto_minmax(0,1fr)_auto]">
      <div aria-hidden="true" className="flex gap-1 @max-lg:hidden">
        {proof.files.slice(0, 3).map((file) => (
          <span key={file.path} className="relative size-12 overflow-hidden rounded-sm bg-sunken">
            <FileThumbnail file={file} alt="" className="size-full object-cover" />
          </span>
        ))}
      </div>
      <div className="min-w-0">
        <p id={nameId} dir="auto" className="wrap-anywhere">
          <Link href={paths.company(proof.companyId)} className="font-semibold underline-offset-4 hover:underline">
            {proof.companyName}
          </Link>{' '}
          {proof.taskTitle}
        </p>
        <p className="text-sm text-muted-foreground">
          <span className="max-sm:hidden">{kindOf(proof)} · </span>
          {filesOf(proof)} ·{' '}
          <time dateTime={proof.submittedAt} title={exactMomentOf(proof.submittedAt)}>
            {momentOf(proof.submittedAt)}
          </time>
        </p>
        <p className="mt-1 flex flex-wrap gap-1">
          <WaitingBadges proof={proof} now={now} />
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-describedby={nameId}
        onClick={({ currentTarget }) => onReview(proof, currentTarget)}
      >
        Review
      </Button>
    </li>
  )
}

/** State lives above the list: a refetch may remove the row while its dialog is open. */
function useReviewDialog() {
  const [reviewed, setReviewed] = useState<{ proof: PendingProof; turn: number }>()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)

  const openFor: OpenReview = (proof, button) => {
    opener.current = button
    setReviewed((before) => ({ proof, turn: (before?.turn ?? 0) + 1 }))
    setOpen(true)
  }
  const element = reviewed && (
    <ReviewDialog
      key={reviewed.turn}
      proof={reviewed.proof}
      open={open}
      opener={opener}
      onClose={() => setOpen(false)}
    />
  )
  return { openFor, element }
}

const rows = Array.from({ length: 4 }, (_, row) => row)

function PendingSkeleton() {
  return (
    <Loading label="Loading proofs…" className="flex flex-col gap-px pb-5">
      {rows.map((row) => (
        <Skeleton key={row} className="mx-5 h-20" />
      ))}
    </Loading>
  )
}
