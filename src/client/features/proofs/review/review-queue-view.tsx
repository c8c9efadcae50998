import { ClipboardCheck, Users } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { useRetainedError } from '#client/platform/requests/retained-error.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import type { PendingProof } from '#contract/proofs/endpoints.ts'
import { usePreloaded } from '../files/preload.ts'
import { isWithAnother, useClaim } from './decision/claim.ts'
import { filesOf, waitingOf } from './decision/labels.ts'
import { ProofDecision } from './decision/proof-decision.tsx'
import { useReviewKeys } from './review-keys.ts'
import { ReviewUndo } from './undo.tsx'
import type { ReviewQueue } from './use-review-queue.ts'

interface ReviewQueueViewProps {
  review: ReviewQueue
  onHelp: () => void
}

/** Shows one proof after the other, oldest first; the next two are preloaded. */
export function ReviewQueueView({ review, onHelp }: ReviewQueueViewProps) {
  const { pending, queue, current, vanished, next, afterNext } = review
  const [notice, setNotice] = useState('')
  usePreloaded([current, next, afterNext])
  useClaim(vanished || review.isReturning ? undefined : current?.id, (proof) => {
    if (!isWithAnother(proof)) return setNotice('')
    setNotice(`${proof.claimedBy} is already reviewing ${proof.companyName}: ${proof.taskTitle}. It was skipped.`)
    review.skip(proof)
  })

  useReviewKeys({
    next: () => review.move(1),
    previous: () => review.move(-1),
    undo: review.undo,
    help: onHelp,
  })

  return (
    <>
      <p role="status" className="empty:hidden bg-info-soft px-4 py-2 text-sm font-semibold text-info lg:px-6">
        {notice}
      </p>
      <p role="status" className="sr-only">
        {current && spoken(current, review.left)}
      </p>
      {current ? (
        <ProofDecision
          key={current.id}
          proof={current}
          queue={queue}
          vanished={vanished}
          onDecide={(status, note, files) => review.decide(current, status, note, files)}
          onNext={() => review.move(1)}
        />
      ) : (
        <div className="flex flex-1 flex-col items-center justify-center">
          <Nothing review={review} onRetry={() => void pending.refetch()} />
        </div>
      )}
      <ReviewUndo decision={review.decisions.at(-1)} onUndo={review.undo} />
    </>
  )
}

const together = new Intl.ListFormat('en')

const spoken = (proof: PendingProof, left: number) =>
  `${proof.companyName}, ${proof.taskTitle}, ${filesOf(proof)}. ${waitingOf(proof, Date.now())}. ${left} left.`

function Nothing({ review: { pending, queue }, onRetry }: { review: ReviewQueue; onRetry: () => void }) {
  const error = useRetainedError(pending)
  if (error) {
    return (
      <ErrorState
        description={sentenceOf(error, 'The proofs did not load.')}
        onRetry={onRetry}
        retrying={pending.isFetching}
      />
    )
  }
  if (!pending.data) return null
  if (queue.length > 0) {
    const names = [...new Set(queue.flatMap(({ claimedBy }) => claimedBy ?? []))]
    return (
      <EmptyState
        icon={Users}
        title={
          queue.length === 1
            ? 'Another reviewer has the last proof open'
            : `Other reviewers have the last ${queue.length} proofs open`
        }
        description={`${together.format(names)} ${names.length > 1 ? 'are' : 'is'} reviewing what is left. A proof that becomes free appears here.`}
      />
    )
  }
  return (
    <EmptyState
      icon={ClipboardCheck}
      title="All proofs reviewed!"
      description="New submissions appear here. You can leave this open."
    />
  )
}
