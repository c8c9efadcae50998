import { Clock3, Copy, UserRound, Wrench } from 'lucide-react'
import { Badge } from '#client/ui/display/badge.tsx'
import type { PendingProof } from '#contract/proofs/endpoints.ts'
import { companiesOf, thingOf } from '../same-photos/same-photo-labels.ts'
import { isWithAnother } from './claim.ts'
import { isLate, waitingOf } from './labels.ts'

/** Badges: waiting time, companies with the same photos, and the reviewer who has the proof open. */
export function WaitingBadges({ proof, now }: { proof: PendingProof; now: number }) {
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
      {proof.samePhotos.length > 0 && (
        <Badge tone="warning" icon={Copy}>
          <span className="truncate">
            Same {thingOf(proof)} as {companiesOf(proof)}
          </span>
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
