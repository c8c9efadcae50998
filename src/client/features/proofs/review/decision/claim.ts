import { useEffect, useEffectEvent } from 'react'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import { claim, release } from '../../queries.ts'

/** Half the lease, so one lost renewal does not end the claim. */
const renewal = 60_000

/** Holds a lease on the proof while it is open, and reports an earlier claim of another reviewer. */
export function useClaim(id: string | undefined, onAnswer: (proof: ReviewedProof) => void) {
  const answered = useEffectEvent(onAnswer)
  useEffect(() => {
    if (!id) return
    let left = false
    let claiming: Promise<void>
    const renew = () => {
      claiming = claim(id).then(
        (proof) => {
          if (!left) answered(proof)
        },
        // A claim is advisory: without it the decision itself still reports a conflict.
        () => undefined,
      )
    }
    renew()
    const timer = setInterval(renew, renewal)
    const leave = () => void release(id).catch(() => undefined)
    addEventListener('pagehide', leave)
    return () => {
      left = true
      clearInterval(timer)
      removeEventListener('pagehide', leave)
      // Release after the last claim request, or the claim would outlive the visit.
      void claiming.then(leave)
    }
  }, [id])
}

export const isWithAnother = ({ claimedBy, claimedByMe }: ReviewedProof) => claimedBy !== null && !claimedByMe
