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
 * The queue as the reviewer sees it: ahead of the server. A decided proof is gone at once, an undone one is back at once, and
 * what the server says replaces both when it arrives.
 */
export function useReviewQueue() {
  const pending = useQuery(reviewQueue)
  const { leaving, returning, sentBack, decisions, ...act } = useDecisions()
  /** Claimed by somebody else, as a refused claim told; the list says it a moment later. */
  const [claimed, setClaimed] = useState<readonly string[]>([])
  const [selected, select] = useState<PendingProof>()

  const known = pending.data?.items ?? []
  const queue = mergeQueue(known, returning, leaving)
  const free = queue.filter((proof) => !isWithAnother(proof) && !claimed.includes(proof.id))
  const fresh = queue.find(({ id }) => id === selected?.id)
  const current = fresh ?? selected ?? free[0]
  const next = neighbourOf(free, current)
  const isReturning = returning.some(({ id }) => id === current?.id)

  // What somebody looks at must not change under their eyes, whatever arrives.
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
    /** Somebody else decided what is on the screen. */
    vanished: Boolean(selected && !fresh && pending.data && !isReturning),
    /** Nothing to claim while the server still thinks it is decided. */
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

/** A claim runs out without an announcement. */
function useClaimExpiry(someClaimed: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!someClaimed) return
    const timer = setInterval(() => void client.invalidateQueries(reviewQueue), claimsAreCheckedEvery)
    return () => clearInterval(timer)
  }, [someClaimed, client])
}
