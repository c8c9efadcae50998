import { Clock3, UserRound, Wrench } from 'lucide-react'
import { Badge } from '#client/ui/display/badge.tsx'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import { isWithAnother } from './claim.ts'
import { isLate, waitingOf } from './labels.ts'

/** Since when a proof waits, and who else has it on the screen. */
export function WaitingBadges({ proof, now }: { proof: ReviewedProof; now: number }) {
  return (
    <>
      <Badge tone={isLate(proof, now) ? 'warning' : 'neutral'} icon={Clock3}>
        {waitingOf(proof, now)}
      </Badge>
      {proof.fix?.fixedAt && (
        <Badge tone="info" icon={Wrench}>
          Fixed
        </Badge>
      )}
      {isWithAnother(proof) && (
        <Badge tone="info" icon={UserRound}>
          {proof.claimedBy} is reviewing this
        </Badge>
      )}
    </>
  )
}
