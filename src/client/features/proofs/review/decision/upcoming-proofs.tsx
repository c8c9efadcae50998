import { UserRound } from 'lucide-react'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import { isWithAnother } from './claim.ts'
import { waitingOf } from './labels.ts'

/** The next proofs of the queue, without those that another reviewer has claimed. */
export function UpcomingProofs({
  queue,
  current,
  now,
}: {
  queue: ReviewedProof[]
  current: ReviewedProof
  now: number
}) {
  const others = queue.filter(({ id }) => id !== current.id).slice(0, 4)
  if (others.length === 0) return null
  return (
    <div>
      <h3 className="text-sm">Next up</h3>
      <ol className="mt-1 flex flex-col gap-1.5 text-sm">
        {others.map((proof) => (
          <li key={proof.id} className="min-w-0">
            <p dir="auto" className="wrap-anywhere">
              <span className="font-semibold">{proof.companyName}</span> {proof.taskTitle}
            </p>
            {isWithAnother(proof) ? (
              <p className="flex items-center gap-1 text-info">
                <UserRound aria-hidden="true" className="size-3.5" />
                {proof.claimedBy} is reviewing this
              </p>
            ) : (
              <p className="text-muted-foreground">{waitingOf(proof, now)}</p>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
