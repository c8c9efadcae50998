import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PendingProof } from '#contract/proofs/endpoints.ts'
import type { FileToFix } from '#contract/proofs/fixes.ts'
import { reviewQueue, type Verdict } from '../queries.ts'
import { isWithAnother } from './decision/claim.ts'
import { countDecided, countWaiting, mergeQueue, neighbourOf } from './queue-order.ts'
import { useDecisions } from './use-decisions.ts'

const claimsAreCheckedEvery = 30_000

/**
 * The review queue with optimistic updates: decided proofs leave and undone proofs return at once. The server's answer
 * replaces both.
 */
export function useReviewQueue() {
  const pending = useQuery(reviewQueue)
  const { leaving, returning, sentBack, decisions, ...act } = useDecisions()
  /** Ids whose claim was refused; the next refetch of the queue says the same. */
  const [claimed, setClaimed] = useState<readonly string[]>([])
  const [selected, select] = useState<PendingProof>()

  const known = pending.data?.items ?? []
  const queue = mergeQueue(known, returning, leaving)
  const free = queue.filter((proof) => !isWithAnother(proof) && !claimed.includes(proof.id))
  const fresh = queue.find(({ id }) => id === selected?.id)
  const current = fresh ?? selected ?? free[0]
  const next = neighbourOf(free, current)
  const isReturning = returning.some(({ id }) => id === current?.id)

  // Pin the current proof, so that no refetch replaces it during a review.
  useEffect(() => {
    if (!selected && current) select(current)
  }, [selected, current])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server is newer than what a claim told.
  useEffect(() => setClaimed([]), [pending.dataUpdatedAt])
  useClaimExpiry(queue.length > free.length)

  return {
    pending,
    queue,
    current,
    next,
    afterNext: next && neighbourOf(free, next),
    /** Another reviewer decided the open proof. */
    vanished: Boolean(selected && !fresh && pending.data && !isReturning),
    /** True while the server still counts it as decided, so it cannot be claimed. */
    isReturning,
    left: countWaiting(pending.data?.total ?? 0, known, returning, leaving),
    decisions,
    countDecided: (counted: number) => countDecided(counted, known, returning, leaving, sentBack),
    decide(proof: PendingProof, status: Verdict['status'], adminNotes: string, files?: FileToFix[]) {
      act.decide(proof, status, adminNotes, files)
      select(neighbourOf(free, proof))
    },
    undo() {
      const undone = act.undo()
      if (undone) select(undone)
    },
    move: (step: 1 | -1) => select(neighbourOf(free, current, step) ?? fresh),
    skip: (proof: Pick<PendingProof, 'id' | 'submittedAt'>) => {
      setClaimed((all) => [...all, proof.id])
      select(neighbourOf(free, proof))
    },
  }
}

export type ReviewQueue = ReturnType<typeof useReviewQueue>

/** Polls while another reviewer has a claim, because its expiry is not announced. */
function useClaimExpiry(someClaimed: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!someClaimed) return
    const timer = setInterval(() => void client.invalidateQueries(reviewQueue), claimsAreCheckedEvery)
    return () => clearInterval(timer)
  }, [someClaimed, client])
}
