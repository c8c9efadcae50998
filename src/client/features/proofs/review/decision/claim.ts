import { useEffect, useEffectEvent } from 'react'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import { claim, release } from '../../queries.ts'

/** Half of what a claim lasts: one lost renewal does not end it. */
const renewal = 60_000

/** Tells the other reviewers that I look at this one, for as long as I do; tells me when somebody was first. */
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
        // A claim is a courtesy: without it the decision itself still says who was first.
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
      // In this order on the server too, or the claim would outlive the visit.
      void claiming.then(leave)
    }
  }, [id])
}

export const isWithAnother = ({ claimedBy, claimedByMe }: ReviewedProof) => claimedBy !== null && !claimedByMe
