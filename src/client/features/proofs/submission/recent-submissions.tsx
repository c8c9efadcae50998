import { useQuery } from '@tanstack/react-query'
import { Film, Image, Inbox } from 'lucide-react'
import { useState } from 'react'
import { exactMomentOf, momentOf } from '#client/platform/dates.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card, CardHeader } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { Proof } from '#contract/proofs/endpoints.ts'
import { companyProofs } from './queries.ts'

const shown = 5
const number = new Intl.NumberFormat('en')

/** What happened to what we sent. */
export function RecentSubmissions({ companyId }: { companyId: string }) {
  const { data: proofs, error, isFetching, refetch } = useQuery(companyProofs(companyId))
  return (
    <Card aria-label="Recent Submissions">
      <CardHeader title="Recent Submissions" />
      {proofs ? (
        <Submissions proofs={proofs.slice(0, shown)} />
      ) : error ? (
        <ErrorState
          description={sentenceOf(error, 'Your submissions did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="pt-2"
        />
      ) : (
        <Loading label="Loading your submissions…" className="flex flex-col gap-3 px-5 pb-5">
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
        </Loading>
      )}
    </Card>
  )
}

function Submissions({ proofs }: { proofs: Proof[] }) {
  if (proofs.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title="Nothing sent yet"
        description="Your proofs are listed here, with what the reviewers say."
        className="pt-4"
      />
    )
  }
  return (
    <ul>
      {proofs.map((proof) => (
        <Submission key={proof.id} proof={proof} />
      ))}
    </ul>
  )
}

function Submission({ proof }: { proof: Proof }) {
  const { taskTitle, submittedAt, status, adminNotes, pointsAwarded } = proof
  return (
    <li className="flex gap-3 border-t border-border px-5 py-3 first:border-t-0">
      <Thumbnail proof={proof} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
          {taskTitle}
        </p>
        <p className="text-sm text-muted-foreground">
          <time dateTime={submittedAt} title={exactMomentOf(submittedAt)}>
            {momentOf(submittedAt)}
          </time>
        </p>
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          <StatusBadge status={status} />
          {pointsAwarded !== null && <Badge tone="points">+{number.format(pointsAwarded)} points</Badge>}
        </p>
        {adminNotes && (
          <p className="mt-1.5 text-sm wrap-anywhere">
            <span className="text-muted-foreground">Reviewer: </span>
            <q dir="auto">{adminNotes}</q>
          </p>
        )}
      </div>
    </li>
  )
}

function Thumbnail({ proof: { files, contentType } }: { proof: Proof }) {
  const [broken, setBroken] = useState(false)
  const source = files.find(({ thumbnailUrl }) => thumbnailUrl)?.thumbnailUrl
  const Icon = contentType === 'video' ? Film : Image
  return (
    <span className="flex size-14 shrink-0 items-center justify-center overflow-hidden rounded-md bg-sunken">
      {source && !broken ? (
        <img src={source} alt="" loading="lazy" className="size-full object-cover" onError={() => setBroken(true)} />
      ) : (
        <Icon aria-hidden="true" className="size-6 text-muted-foreground" />
      )}
    </span>
  )
}
